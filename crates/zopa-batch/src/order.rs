//! Work on many cores whose results come out in the order in which it was given.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// So many pieces of work may be under way or waiting for their turn, for each thread: enough that a slow one does not stop the others,
/// few enough that memory stays bounded.
const AHEAD: usize = 4;

/// Takes pieces of work from `next` until it has no more, does them on this many threads, and hands the results to `done` in the order of
/// `next`. The first error of either stops everything; what was done before it has been handed over.
///
/// # Errors
/// Those of `next` and of `done`. After an error of `next` the results of all work before it are handed over first.
pub fn in_order<T: Send, R: Send, E: Send>(
    threads: usize,
    mut next: impl FnMut() -> Result<Option<T>, E> + Send,
    work: impl Fn(T) -> R + Sync,
    mut done: impl FnMut(R) -> Result<(), E> + Send,
) -> Result<(), E> {
    if threads <= 1 {
        while let Some(piece) = next()? {
            done(work(piece))?;
        }
        return Ok(());
    }
    let intake = Mutex::new((next, 0));
    let outlet = Mutex::new(done);
    let queue = Mutex::new(Queue {
        ready: BTreeMap::new(),
        handed: 0,
        handing: false,
        ended: false,
        error: None,
    });
    let moved = Condvar::new();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let lane = Lane {
                    intake: &intake,
                    outlet: &outlet,
                    queue: &queue,
                    moved: &moved,
                    most: threads * AHEAD,
                };
                lane.run(&work);
            });
        }
    });
    let queue = queue.into_inner().unwrap_or_else(PoisonError::into_inner);
    queue.error.map_or(Ok(()), Err)
}

struct Queue<R, E> {
    /// Results that wait for their turn, by number.
    ready: BTreeMap<usize, R>,
    /// How many results have been handed over.
    handed: usize,
    /// Is somebody handing results over?
    handing: bool,
    /// No more work is taken.
    ended: bool,
    error: Option<E>,
}

/// A source of work, and how many pieces it has given.
type Intake<N> = Mutex<(N, usize)>;

struct Lane<'a, N, D, R, E> {
    intake: &'a Intake<N>,
    outlet: &'a Mutex<D>,
    queue: &'a Mutex<Queue<R, E>>,
    moved: &'a Condvar,
    most: usize,
}

/// Tells the others when work panics: they would wait for a result that never comes.
struct Bell<'b, 'a, N, D, R, E>(&'b Lane<'a, N, D, R, E>);

impl<N, D, R, E> Drop for Bell<'_, '_, N, D, R, E> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            lock(self.0.queue).ended = true;
            self.0.moved.notify_all();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<N, D, R, E> Lane<'_, N, D, R, E> {
    fn run<T>(&self, work: impl Fn(T) -> R)
    where
        N: FnMut() -> Result<Option<T>, E>,
        D: FnMut(R) -> Result<(), E>,
    {
        let bell = Bell(self);
        while let Some((number, piece)) = self.take() {
            let result = work(piece);
            self.hand_over(number, result);
        }
        drop(bell);
    }

    /// The next piece of work with its number, when there is room for its result.
    fn take<T>(&self) -> Option<(usize, T)>
    where
        N: FnMut() -> Result<Option<T>, E>,
    {
        let mut intake = lock(self.intake);
        let number = intake.1;
        let mut queue = lock(self.queue);
        while !queue.ended && number >= queue.handed + self.most {
            queue = self
                .moved
                .wait(queue)
                .unwrap_or_else(PoisonError::into_inner);
        }
        if queue.ended {
            return None;
        }
        drop(queue);
        let taken = (intake.0)();
        intake.1 += 1;
        match taken {
            Ok(Some(piece)) => return Some((number, piece)),
            Ok(None) => {}
            Err(error) => {
                lock(self.queue).error.get_or_insert(error);
            }
        }
        self.end();
        None
    }

    fn end(&self) {
        lock(self.queue).ended = true;
        self.moved.notify_all();
    }

    /// Puts a result where it belongs, and hands over those whose turn it is unless somebody does so already.
    fn hand_over(&self, number: usize, result: R)
    where
        D: FnMut(R) -> Result<(), E>,
    {
        let mut queue = lock(self.queue);
        queue.ready.insert(number, result);
        if queue.handing {
            return;
        }
        queue.handing = true;
        loop {
            let turn = queue.handed;
            let Some(result) = queue.ready.remove(&turn) else {
                break;
            };
            drop(queue);
            let handed = (lock(self.outlet))(result);
            queue = lock(self.queue);
            if let Err(error) = handed {
                // it came before whatever the intake met
                queue.error = Some(error);
                queue.ended = true;
                self.moved.notify_all();
                return;
            }
            queue.handed += 1;
            self.moved.notify_all();
        }
        queue.handing = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(
        threads: usize,
        fail_at: Option<u64>,
        full_at: Option<u64>,
    ) -> (Vec<u64>, Option<&'static str>) {
        let mut given = 0;
        let mut found = Vec::new();
        let outcome = in_order(
            threads,
            || {
                given += 1;
                if fail_at == Some(given) {
                    return Err("in");
                }
                Ok((given <= 500).then_some(given))
            },
            |n: u64| {
                // uneven work, so that results are ready out of order
                (0..(n * 7919 % 1000)).fold(n * n, std::hint::black_box(|sum, _| sum))
            },
            |square| {
                if full_at == Some(square) {
                    return Err("out");
                }
                found.push(square);
                Ok(())
            },
        );
        (found, outcome.err())
    }

    #[test]
    fn results_come_in_order() {
        let all: Vec<u64> = (1..=500).map(|n| n * n).collect();
        for threads in [1, 2, 5] {
            assert_eq!(squares(threads, None, None), (all.clone(), None));
        }
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_stops_everything() {
        let mut given = 0;
        let _ = in_order(
            2,
            || {
                given += 1;
                Ok::<_, ()>((given <= 100).then_some(given))
            },
            |n: u32| assert!(n != 3, "on purpose"),
            |()| Ok(()),
        );
    }

    #[test]
    fn what_was_taken_before_a_fault_is_handed_over() {
        let before: Vec<u64> = (1..40).map(|n| n * n).collect();
        for threads in [1, 2, 5] {
            assert_eq!(
                squares(threads, Some(40), None),
                (before.clone(), Some("in"))
            );
            assert_eq!(
                squares(threads, None, Some(1600)),
                (before.clone(), Some("out"))
            );
        }
    }
}
