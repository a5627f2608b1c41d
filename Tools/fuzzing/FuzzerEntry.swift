/// Takes an input of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  Fuzzer.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
