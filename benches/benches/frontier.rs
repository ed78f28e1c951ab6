//! The kernels by the clock, for comparison over time: `cargo bench -p zopa-benches`.

use criterion::{Criterion, criterion_group, criterion_main};
use zopa_benches::kernels::{Kernel, run_kernel};

fn kernels(criterion: &mut Criterion) {
    for kernel in Kernel::ALL {
        let input = kernel.input();
        criterion.bench_function(kernel.name(), |bencher| bencher.iter(|| run_kernel(&input)));
    }
}

criterion_group!(benches, kernels);
criterion_main!(benches);
