import Foundation

/// What this process and the files of a database take at one moment.
struct ProcessSample {
  /// In megabytes; `nil` where the system does not say.
  var memory: Double?
  var database: Double
  var log: Double
  var descriptorCount: Int
  /// `nil` where the system does not say.
  var threadCount: Int?

  init(path: String) {
    memory = Self.residentMemory
    database = Self.megabytes(of: path)
    log = Self.megabytes(of: path + "-wal")
    descriptorCount = Self.entryCount(of: "/dev/fd") ?? 0
    threadCount = Self.entryCount(of: "/proc/self/task")
  }

  private static func megabytes(of path: String) -> Double {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return Double(attributes?[.size] as? Int ?? 0) / 1_048_576
  }

  private static func entryCount(of folder: String) -> Int? {
    try? FileManager.default.contentsOfDirectory(atPath: folder).count
  }

  /// The second number of `/proc/self/statm` counts the pages in memory.
  private static var residentMemory: Double? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
      return nil
    }
    let numbers = text.split(separator: " ")
    guard numbers.count > 1, let pages = Double(numbers[1]) else { return nil }
    return pages * Double(getpagesize()) / 1_048_576
  }
}
