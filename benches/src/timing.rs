//! Clocks.

use std::hint::black_box;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

/// A shorter call is repeated until a sample takes as long, since reading a clock takes time too (less than a microsecond).
const SHORTEST_SAMPLE: Duration = Duration::from_micros(100);

/// A side with shorter calls takes several samples whenever its turn comes, for as long as this.
const TURN: Duration = Duration::from_millis(1);

/// Rounds that are run in any case, unless one alone is longer than the patience.
const LEAST_ROUNDS: usize = 5;

/// What is timed against others.
pub struct Side<'a> {
    call: Box<dyn FnMut() + 'a>,
    /// Does the call's work happen in this thread?
    here: bool,
    /// Calls in a sample.
    repeat: u32,
    /// Seconds of one call, by sample.
    samples: Vec<f64>,
}

/// Seconds of one call.
#[derive(Clone, Copy, Debug)]
pub struct Time {
    /// The least of all samples. Other programs only ever add to a time, so this is the figure to compare.
    pub least: f64,
    /// The median of all samples.
    pub median: f64,
}

impl<'a> Side<'a> {
    /// A side that makes this call. Its result is not thrown away unseen by the compiler.
    pub fn new<R>(mut call: impl FnMut() -> R + 'a) -> Self {
        Self {
            call: Box::new(move || {
                black_box(call());
            }),
            here: true,
            repeat: 1,
            samples: Vec::new(),
        }
    }

    /// A side that makes a call that waits for another process.
    pub fn waiting<R>(call: impl FnMut() -> R + 'a) -> Self {
        Self {
            here: false,
            ..Self::new(call)
        }
    }

    fn sample(&mut self) -> Duration {
        // What others do to the processor while this thread is not on it does not count.
        let (start, busy) = (Instant::now(), ThreadTime::now());
        for _ in 0..self.repeat {
            (self.call)();
        }
        let taken = if self.here {
            busy.elapsed()
        } else {
            start.elapsed()
        };
        self.samples
            .push(taken.as_secs_f64() / f64::from(self.repeat));
        taken
    }

    /// Finds how many calls make a sample; the first calls also warm caches up, and do not count.
    fn prepare(&mut self) {
        while self.sample() < SHORTEST_SAMPLE {
            self.repeat *= 2;
        }
        if self.samples.iter().all(|&s| s < TURN.as_secs_f64()) {
            self.samples.clear();
        }
    }

    fn turn(&mut self) {
        let mut spent = Duration::ZERO;
        while spent < TURN {
            spent += self.sample();
        }
    }

    fn time(mut self) -> Time {
        self.samples.sort_by(f64::total_cmp);
        Time {
            least: self.samples[0],
            median: self.samples[self.samples.len() / 2],
        }
    }
}

/// Times the sides in turn, again and again while patience lasts.
#[must_use]
pub fn race<const N: usize>(patience: Duration, mut sides: [Side<'_>; N]) -> [Time; N] {
    let begin = Instant::now();
    sides.iter_mut().for_each(Side::prepare);
    let mut rounds = 0;
    let first_round = begin.elapsed();
    while begin.elapsed() < patience || (rounds < LEAST_ROUNDS && first_round < patience) {
        sides.iter_mut().for_each(Side::turn);
        rounds += 1;
    }
    let times = sides.map(|mut side| {
        if side.samples.is_empty() {
            side.turn();
        }
        side.time()
    });
    noise::note(&times);
    times
}

/// How much of a run's times was noise.
pub mod noise {
    use super::Time;
    use std::sync::Mutex;

    static SPREADS: Mutex<Vec<f64>> = Mutex::new(Vec::new());

    pub(super) fn note(times: &[Time]) {
        if let Ok(mut spreads) = SPREADS.lock() {
            spreads.extend(times.iter().map(|time| time.median / time.least));
        }
    }

    /// The median over all sides timed so far of how much their median time exceeded their least, and what nine in ten did not
    /// exceed, in per cent.
    #[must_use]
    pub fn so_far() -> Option<[f64; 2]> {
        let mut spreads = SPREADS.lock().ok()?.clone();
        spreads.sort_by(f64::total_cmp);
        let at = |tenths: usize| Some((spreads.get(spreads.len() * tenths / 10)? - 1.0) * 100.0);
        Some([at(5)?, at(9)?])
    }
}
