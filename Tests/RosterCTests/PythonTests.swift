import Testing

/// The package for Python, on the library of this build.
@Suite("Python")
struct PythonTests {
  @Test(.enabled(if: PythonProgram.isThere, "Python 3.10 runs the package"))
  func itsTestsPass() throws {
    try #require(BuiltLibrary.path != nil, "swift build builds the library with the tests")
    let (status, text) = try PythonProgram.run(
      ["-m", "unittest", "discover", "-s", PythonProgram.tests])
    #expect(status == 0, "\(text)")
    #expect(text.contains("Ran ") && text.contains("OK"), "\(text)")
  }
}
