import Foundation
import RosterCore
import RosterEngine

/// What an open list holds in memory, seen from outside: a process of its own opens it.
struct MemoryProbe {
  /// Bytes that the process took for the open list, and after every page of it was read.
  private struct Report: Codable {
    var opened: Int
    var read: Int
  }

  static func figures(_ path: String, count: Int) throws -> [Figure] {
    let report: Report = try OwnProcess.answer(to: ["--memory-of", path])
    func figure(_ name: String, _ bytes: Int) -> Figure {
      Figure(
        name: name, value: "\((Double(bytes) / Double(count)).digits) bytes", goal: "≤ 24 bytes")
    }
    return [
      figure("memory of the open list, an item", report.opened),
      figure("  after every page of it was read", report.read),
    ]
  }

  /// Opens the list in a file, and prints what that took.
  static func run(_ path: String) throws {
    // A first list pays for what a process needs once.
    let folder = try TemporaryFolder()
    let small = try BenchmarkList(path: folder.path("small"), count: 1_000)
    try readPages(of: small.dataSource.snapshot.state)
    let before = residentBytes
    let list = try BenchmarkList(path: path)
    let opened = residentBytes - before
    try readPages(of: list.dataSource.snapshot.state)
    let report = Report(opened: opened, read: residentBytes - before)
    print(String(decoding: try JSONEncoder().encode(report), as: UTF8.self))
  }

  /// Asks for every item and where it stands; reads every page, but no models.
  static func readPages(of state: ListState) throws {
    for item in stride(from: 0, to: state.itemCount, by: 50) {
      if let id = try state.itemID(at: ItemPath(section: 0, item: item)) {
        let path = try state.path(of: id)
        precondition(path?.item == item)
      }
    }
  }

  /// The most that the process has had in memory.
  static var peakBytes: Int {
    // In kilobytes; where there is no such file, nothing is measured.
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .ascii)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let number = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
    return (number.flatMap { Int($0) } ?? 0) * 1_024
  }

  /// What the process has in memory.
  static var residentBytes: Int {
    // The second number is pages in memory; where there is no such file, nothing is measured.
    let statistics = try? String(contentsOfFile: "/proc/self/statm", encoding: .ascii)
    let pages = statistics?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return (pages ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
