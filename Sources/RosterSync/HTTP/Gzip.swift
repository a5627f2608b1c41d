#if Sync
  internal import CZlib

  /// Messages as gzip, whole.
  package enum Gzip {
    /// Why bytes cannot be decompressed.
    package enum Failure: Error, Hashable {
      /// They are not gzip, or not all of it.
      case malformed
      /// They have more bytes inside than are wanted.
      case tooLarge
    }

    /// From this size on, a message is compressed: smaller ones fit a packet anyway.
    package static let byteCountMin = 512
    private static let chunkByteCount = 65_536
    /// 15 bits of window, and the header of gzip in place of that of zlib.
    private static let windowBits: CInt = 15 + 16

    /// Returns the bytes as gzip.
    ///
    /// - Returns: `nil` if memory runs out.
    package static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
      withStream { stream in
        guard
          deflateInit2_(
            stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY,
            ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { deflateEnd(stream) }
        var result: [UInt8] = []
        let status = run(stream, on: bytes, into: &result) { deflate($0, Z_FINISH) }
        return status == Z_STREAM_END ? result : nil
      }
    }

    /// Returns the bytes inside.
    ///
    /// - Parameter countMax: The maximum number of bytes inside, so that a short message cannot fill
    ///   the memory.
    package static func decompressed(
      _ bytes: [UInt8], atMost countMax: Int
    ) throws(Failure) -> [UInt8] {
      var result: [UInt8] = []
      let status = withStream { stream in
        guard
          inflateInit2_(stream, windowBits, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
            == Z_OK
        else { return Z_MEM_ERROR }
        defer { inflateEnd(stream) }
        let status = run(stream, on: bytes, into: &result, atMost: countMax) {
          inflate($0, Z_NO_FLUSH)
        }
        return status == Z_STREAM_END && stream.pointee.avail_in > 0 ? Z_DATA_ERROR : status
      }
      guard result.count <= countMax else { throw .tooLarge }
      guard status == Z_STREAM_END else { throw .malformed }
      return result
    }

    /// Calls `body` with a stream that stays where it is: zlib remembers its address.
    private static func withStream<Result>(
      _ body: (UnsafeMutablePointer<z_stream>) -> Result
    ) -> Result {
      let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
      stream.initialize(to: z_stream())
      defer { stream.deallocate() }
      return body(stream)
    }

    /// Calls `step` until it comes to an end, and appends what it writes.
    ///
    /// - Returns: The last status.
    private static func run(
      _ stream: UnsafeMutablePointer<z_stream>, on bytes: [UInt8], into result: inout [UInt8],
      atMost countMax: Int = .max, _ step: (UnsafeMutablePointer<z_stream>) -> CInt
    ) -> CInt {
      bytes.withUnsafeBufferPointer { input in
        // It is only read; the declaration of zlib is older than `const`.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(clamping: input.count)
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: chunkByteCount) { output in
          var status = Z_OK
          while status == Z_OK, result.count <= countMax {
            stream.pointee.next_out = output.baseAddress
            stream.pointee.avail_out = UInt32(output.count)
            status = step(stream)
            let count = output.count - Int(stream.pointee.avail_out)
            result.append(contentsOf: output.prefix(count))
          }
          return status
        }
      }
    }
  }
#endif
