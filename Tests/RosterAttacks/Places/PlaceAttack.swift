import Foundation
import RosterStore
import RosterTestKit

/// Lists in places that others have to do with: behind links that change, in folders and files without
/// rights, in files that an application keeps its own tables in.
///
/// A naive model says where each name leads and what is in each file. After each step: what was acknowledged
/// is there, under each name that leads to it; what was refused has left everything as it was, with an error
/// that names the path; nothing has appeared under any other name; what an application keeps in a file is
/// untouched, and a check finds nothing wrong with it.
package struct PlaceAttack {
  /// A fault that is put in to see that the attack finds it.
  package enum PlantedFault: String, CaseIterable, Sendable {
    /// A commit is acknowledged, and is not there.
    case lostCommit
    /// A file appears that no step has made.
    case strayFile
    /// A row of an application is altered.
    case foreignRow
  }

  private let stepCount: Int
  private let fault: PlantedFault?

  package init(stepCount: Int = 60, fault: PlantedFault? = nil) {
    self.stepCount = stepCount
    self.fault = fault
  }

  /// Runs the steps of a seed.
  ///
  /// - Returns: The promise that was broken, and the steps up to there; `nil` if none was.
  package func finding(seed: UInt64) throws -> String? {
    let place = try Place(seed: seed, fault: fault)
    do {
      for _ in 0..<2 { try place.write() }
      for _ in 0..<stepCount { try place.step() }
      try place.end()
      return nil
    } catch let broken as BrokenPromise {
      return "\(place.trail.suffix(8).joined(separator: "; ")): \(broken.description)"
    } catch {
      return
        "\(place.trail.suffix(8).joined(separator: "; ")): an error that is not for people: \(error)"
    }
  }
}

extension Place {
  /// Does something at random.
  fileprivate func step() throws {
    switch random.index(below: 100) {
    case 0..<22: try write()
    case 22..<36: try read()
    case 36..<44: try duplicate()
    case 44..<48: try compact()
    case 48..<54: try close()
    case 54..<66: try changeLink()
    case 66..<70: try removeLink()
    case 70..<74: try changeHardLink()
    case 74..<77: try addStranger()
    case 77..<83: try changeRights()
    case 83..<87: try leaveLog()
    case 87..<97: try changeForeign()
    default: try touchOwn()
    }
  }

  /// Closes everything, and compares all files with the model.
  fileprivate func end() throws {
    try restoreRights()
    for file in opened { try file.store.close() }
    for (name, entry) in names.entries.sorted(by: { $0.key < $1.key }) {
      guard case .lists(let number) = entry, companionsAreFiles(name) else { continue }
      for other in names.names(of: number).dropFirst() {
        names.entries[other] = nil
        try FileManager.default.removeItem(atPath: names.path(other))
      }
      guard names.entries[name] != nil else { continue }
      trail.append("read \(name)")
      let store = try SQLiteStore(path: names.path(name))
      try expectContents(of: store, number)
      try store.close()
      try expectForeign(name)
    }
  }
}
