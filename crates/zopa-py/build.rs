//! Lets the extension module link where symbols of the interpreter must be looked up when it is loaded (macOS).

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
