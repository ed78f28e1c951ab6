//! The exceptions of the package; they are defined in Python (`zopa._errors`), where their attributes are.

use pyo3::import_exception;

import_exception!(zopa._errors, AnalysisError);
import_exception!(zopa._errors, LimitError);
import_exception!(zopa._errors, ScenarioError);
import_exception!(zopa._errors, TableError);
