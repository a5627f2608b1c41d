import Foundation

/// The bytes of a trace, gzipped as in the file, and unzipped.
enum TraceFile {
  /// - Throws: An `ImportError` if the file cannot be read, or has more than `byteCountMax` bytes.
  static func read(_ path: String, byteCountMax: Int) throws -> [UInt8] {
    do {
      let file = try FileHandle(forReadingFrom: URL(filePath: path))
      var bytes: [UInt8] = []
      while let chunk = try file.read(upToCount: 1 << 20), !chunk.isEmpty {
        bytes += chunk
        guard bytes.count <= byteCountMax else {
          throw ImportError(
            .malformed, "\(path) has more than \(byteCountMax) bytes, which is the limit")
        }
      }
      return bytes
    } catch let error as ImportError {
      throw error
    } catch {
      throw ImportError(
        .unreadable, "\(path) cannot be read: \(error.localizedDescription)", cause: error)
    }
  }

  /// Returns whether the bytes start like those of gzip.
  static func isGzipped(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// - Throws: An `ImportError` if the bytes are not gzip, or contain more than `byteCountMax`.
  nonisolated(nonsending) static func unzipped(
    _ bytes: [UInt8], byteCountMax: Int
  ) async throws -> [UInt8] {
    // A file and not a pipe: if the program ends before it has read everything, writing to a pipe
    // raises a signal that would end this process.
    let file = FileManager.default.temporaryDirectory.appending(path: "trace-\(UUID()).gz")
    defer { try? FileManager.default.removeItem(at: file) }
    do {
      try Data(bytes).write(to: file)
    } catch {
      throw ImportError(
        .unreadable,
        "the gzipped trace cannot be unzipped, because its temporary file \(file.path) cannot be written: "
          + "\(error.localizedDescription) Set TMPDIR to a folder with room", cause: error)
    }
    var result: [UInt8] = []
    let program = Program(
      name: "gzip", arguments: ["-dc", "--", file.path(percentEncoded: false)],
      environment: ["GZIP": nil, "LC_ALL": "C"])
    let outcome = try await program.run { chunk in
      guard result.count + chunk.count <= byteCountMax else {
        throw ImportError(
          .malformed, "the gzipped trace holds more than \(byteCountMax) bytes, which is the limit")
      }
      result.append(contentsOf: chunk)
    }
    guard outcome.isSuccess else {
      throw ImportError(
        .malformed, "the gzipped trace cannot be unzipped; gzip: \(outcome.explanation)")
    }
    return result
  }
}
