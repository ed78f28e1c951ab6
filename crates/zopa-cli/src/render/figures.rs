//! Numbers and shares in words.

pub(crate) use zopa_page::Figures;
