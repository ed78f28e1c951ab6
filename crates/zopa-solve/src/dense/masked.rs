//! A pass in registers with masks (AVX-512): where an entry is lessened is the mask of a comparison.

use pulp::x86::V4;

use super::{BLOCK, Lessen, Pass};

/// Entries of a register.
const LANES: usize = BLOCK / 2;

/// Passes over the array if the machine has such registers; else gives the pass back.
pub(super) fn run(pass: Pass<'_>) -> Option<Pass<'_>> {
    let Some(registers) = V4::try_new() else {
        return Some(pass);
    };
    pulp::Simd::vectorize(registers, Masked(registers, pass));
    None
}

struct Masked<'p>(V4, Pass<'p>);

impl pulp::NullaryFnOnce for Masked<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self(registers, pass) = self;
        pass.run(registers);
    }
}

impl Lessen for V4 {
    #[inline(always)]
    fn lessen(self, moved: &[i32; BLOCK], here: &mut [i32; BLOCK], loss: i32) -> i32 {
        let loss = pulp::cast([loss; LANES]);
        let (moved, _) = moved.as_chunks::<LANES>();
        let (here, _) = here.as_chunks_mut::<LANES>();
        let mut set = 0;
        for half in 0..2 {
            let sum = self.avx512f._mm512_add_epi32(pulp::cast(moved[half]), loss);
            let before = pulp::cast(here[half]);
            let less = self.avx512f._mm512_cmplt_epi32_mask(sum, before);
            set |= u32::from(less) << (half * LANES);
            here[half] = pulp::cast(self.avx512f._mm512_min_epi32(sum, before));
        }
        set.cast_signed()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Plain, UNREACHED};
    use super::*;

    /// On machines without masks there is nothing to compare.
    #[test]
    fn agrees_with_plain_arithmetic() {
        let Some(registers) = V4::try_new() else {
            return;
        };
        for round in 0..100i32 {
            // Squares modulo a prime look random; some are equal, some are not reached.
            let number = |place: usize, factor: i32| match i32::try_from(place).expect("small") {
                place if (place + round) % 7 == 3 => UNREACHED,
                place => (place * place * factor + round) % 31,
            };
            let moved = std::array::from_fn(|place| number(place, 3));
            let here: [i32; BLOCK] = std::array::from_fn(|place| number(place, 5));
            let (mut masked, mut plain) = (here, here);
            assert_eq!(
                registers.lessen(&moved, &mut masked, round % 5),
                Plain.lessen(&moved, &mut plain, round % 5)
            );
            assert_eq!(masked, plain);
            assert_ne!(masked, here);
        }
    }
}
