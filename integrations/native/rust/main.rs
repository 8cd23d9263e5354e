//! Fills a buffer with data of a segment file, writes it to standard output, and verifies it:
//!
//!     cc -O2 -c ../mimeo.c && ar rcs libmimeo.a mimeo.o && rustc -O -L . main.rs && ./main SEGMENT OFFSET LENGTH SEED >data

use std::ffi::{c_char, c_int, c_void, CStr, CString};
use std::io::Write;

#[link(name = "mimeo", kind = "static")]
extern "C" {
    fn mimeo_open(path: *const c_char, segment: *mut *mut c_void) -> c_int;
    fn mimeo_close(segment: *mut c_void);
    fn mimeo_fill(segment: *const c_void, buffer: *mut u8, offset: u64, length: usize, seed: u64) -> c_int;
    fn mimeo_verify(
        segment: *const c_void,
        buffer: *const u8,
        offset: u64,
        length: usize,
        seed: u64,
        difference: *mut usize,
    ) -> c_int;
    fn mimeo_message(status: c_int) -> *const c_char;
}

/// A segment file that is mapped into memory.
struct Segment(*mut c_void);

// The library allows any number of threads to use a segment at a time.
unsafe impl Send for Segment {}
unsafe impl Sync for Segment {}

fn status(code: c_int) -> Result<(), String> {
    if code == 0 {
        return Ok(());
    }
    // The text is constant and ends with a zero byte.
    Err(unsafe { CStr::from_ptr(mimeo_message(code)) }.to_string_lossy().into_owned())
}

impl Segment {
    /// Maps and validates a segment file.
    fn open(path: &str) -> Result<Segment, String> {
        let name = CString::new(path).map_err(|error| error.to_string())?;
        let mut segment = std::ptr::null_mut();
        status(unsafe { mimeo_open(name.as_ptr(), &mut segment) }).map_err(|error| format!("{path}: {error}"))?;
        Ok(Segment(segment))
    }

    /// Writes the bytes of a stream from an offset on into a buffer.
    fn fill(&self, buffer: &mut [u8], offset: u64, seed: u64) -> Result<(), String> {
        status(unsafe { mimeo_fill(self.0, buffer.as_mut_ptr(), offset, buffer.len(), seed) })
    }

    /// Compares a buffer with the bytes of a stream from an offset on.
    fn verify(&self, buffer: &[u8], offset: u64, seed: u64) -> Result<(), String> {
        let mut difference = 0;
        status(unsafe { mimeo_verify(self.0, buffer.as_ptr(), offset, buffer.len(), seed, &mut difference) })
    }
}

impl Drop for Segment {
    fn drop(&mut self) {
        unsafe { mimeo_close(self.0) }
    }
}

fn run(arguments: &[String]) -> Result<(), String> {
    let [path, offset, length, seed] = arguments else {
        return Err("usage: SEGMENT OFFSET LENGTH SEED".into());
    };
    let number = |text: &String| text.parse::<u64>().map_err(|error| format!("{text}: {error}"));
    let (offset, seed) = (number(offset)?, number(seed)?);
    let segment = Segment::open(path)?;
    let mut buffer = vec![0; number(length)? as usize];
    segment.fill(&mut buffer, offset, seed)?;
    segment.verify(&buffer, offset, seed)?;
    std::io::stdout().write_all(&buffer).map_err(|error| error.to_string())
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Err(error) = run(&arguments) {
        eprintln!("{error}");
        std::process::exit(1);
    }
}
