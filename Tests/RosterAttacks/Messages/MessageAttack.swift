import Foundation
import RosterComponents
import RosterCore
import RosterEngine
package import RosterJSON
import RosterLog
import RosterStore
import RosterSync
import RosterTestKit
import RosterTestSupport

/// Sends a hub messages that no device sends, and devices answers that no hub gives.
///
/// What is refused leaves the file byte for byte as it was. Whatever is taken: the file opens again, and an
/// honest device and an honest hub go on with it.
package final class MessageAttack: Sendable {
  private typealias List = ListDataSource<JSONValue, JSONValue, Never>
  private typealias Device = SyncDevice<JSONValue, JSONValue, Never>
  private typealias Hub = SyncHub<JSONValue, JSONValue, Never>

  /// Which messages are mutated.
  package enum Side: String, CaseIterable, Sendable {
    /// The requests of a device.
    case requests
    /// The answers of a hub.
    case answers
  }

  /// A message, and the folder with the files that it meets.
  private struct Sample {
    let name: String
    let message: JSONValue
    let folder: URL
    let mutations: [MessageMutation]
  }

  private let folder: TemporaryFolder
  private let side: Side
  private let samples: [Sample]

  /// Makes the messages that are mutated.
  package init(_ side: Side) throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    self.side = side
    switch side {
    case .requests: samples = try Self.requests(in: folder.url)
    case .answers: samples = try Self.answers(in: folder.url)
    }
  }

  /// The number of mutations.
  package var count: Int { samples.reduce(0) { $0 + $1.mutations.count } }

  /// Sends one mutated message.
  ///
  /// - Parameter number: The number of the mutation, below ``count``.
  /// - Returns: The promise that was broken, and how; `nil` if none was.
  package func finding(number: Int) -> String? {
    var number = number
    for sample in samples {
      if number < sample.mutations.count { return finding(sample, [sample.mutations[number]]) }
      number -= sample.mutations.count
    }
    return nil
  }

  /// Sends a message with other values at some places.
  ///
  /// - Parameters:
  ///   - sample: The number of the message; that of another one if there are not so many.
  ///   - values: The values, each with the number of its place, likewise.
  /// - Returns: The promise that was broken, and how; `nil` if none was.
  package func finding(
    sample number: Int, replacing values: [(place: Int, value: JSONValue)]
  ) -> String? {
    let sample = samples[number % samples.count]
    let places = MessageMutation.places(in: sample.message)
    return finding(
      sample,
      values.map { MessageMutation(path: places[$0.place % places.count], kind: .value($0.value)) })
  }

  private func finding(_ sample: Sample, _ mutations: [MessageMutation]) -> String? {
    let message = mutations.reduce(sample.message) { $1.applied(to: $0) }
    let isOfContents = mutations.contains(where: Self.isOfContents)
    let what = "\(sample.name): \(mutations.map(\.description).joined(separator: ", "))"
    do {
      return try Self.inCopy(of: sample.folder, in: folder.url) {
        switch side {
        case .requests: try send(message, in: $0)
        case .answers: try answer(message, isOfContents: isOfContents, in: $0)
        }
      }.map { "\(what): \($0)" }
    } catch {
      return "\(what): \(error)"
    }
  }

  // MARK: Files

  /// Opens a list, as another process does.
  private static func list(_ folder: URL, _ name: String) throws -> List {
    let path = folder.appending(path: "\(name).sqlite").path(percentEncoded: false)
    guard let storage = try SQLiteStore(path: path).list(named: "list") else {
      throw BrokenPromise("there is no list")
    }
    return try List(
      storage: IdentifiedStorage(storage), codec: CanonicalJSONCodec(),
      sectionCodec: CanonicalJSONCodec())
  }

  private static func hub(_ list: List) -> Hub { Hub(list, name: "hub", coding: .json) }

  private static func hub(_ folder: URL) throws -> Hub { hub(try list(folder, "hub")) }

  private static let states = SyncedStates(lastWriterOf: ["Draft"])

  private static func device(_ folder: URL, _ name: String, _ opening: String) throws -> Device {
    try Device(
      list(folder, name), name: opening, coding: .json, limits: SyncLimits(), states: states)
  }

  /// The bytes of the files of a list.
  private static func bytes(_ folder: URL, _ name: String) -> [Data?] {
    ["sqlite", "sqlite-wal"].map {
      try? Data(contentsOf: folder.appending(path: "\(name).\($0)"))
    }
  }

  private static func inCopy<Result>(
    of scene: URL, in folder: URL, _ body: (URL) throws -> Result
  ) throws -> Result {
    let copy = folder.appending(path: "\(UUID())")
    try FileManager.default.copyItem(at: scene, to: copy)
    defer { try? FileManager.default.removeItem(at: copy) }
    return try body(copy)
  }

  // MARK: Samples

  private static func section(_ texts: [String]) -> Changeset<JSONValue, JSONValue> {
    Changeset {
      $0.insertSection(at: 0, ["id": "s"])
      $0.insertItems(
        texts.map { ["id": .string($0)] }, at: ItemPath(section: 0, item: 0))
    }
  }

  /// A hub with some revisions, and two devices, the first of which has changes of all kinds pending.
  private static func scene(_ name: String, in folder: URL) throws -> URL {
    let folder = folder.appending(path: name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let hub = try Self.hub(folder)
    var one = try Self.device(folder, "one", "one 1")
    try one.list.applySynchronously(Self.section(["a", "b", "c", "d"]))
    try one.synchronize(with: hub)
    var two = try Self.device(folder, "two", "two 1")
    try two.synchronize(with: hub)
    try one.list.applySynchronously(
      Changeset { $0.insertItems([["id": "x"], ["id": "y"]], at: ItemPath(section: 0, item: 1)) },
      ChangeAnnotation(origin: "Ann", at: "now", userInfo: ["about": ["x": [1]]], group: "g"))
    try one.list.applySynchronously(
      Changeset {
        $0.removeItem(at: ItemPath(section: 0, item: 0))
        $0.moveItem(
          from: ItemPath(section: 0, item: 3), to: ItemPath(section: 0, item: 1))
      })
    try one.list.applySynchronously(.undo())
    try one.list.applySynchronously(
      Changeset { $0.updateItem(at: ItemPath(section: 0, item: 4), ["id": "c", "n": [[1]]]) })
    return folder
  }

  private static func sample(_ name: String, _ message: JSONValue, _ folder: URL) -> Sample {
    Sample(
      name: name, message: message, folder: folder, mutations: MessageMutation.all(of: message))
  }

  private static func requests(in place: URL) throws -> [Sample] {
    let folder = try scene("requests", in: place)
    var samples: [Sample] = []
    var one = try Self.device(folder, "one", "one 2")
    samples.append(sample("a request with changes", try one.request(sendsChanges: true), folder))
    samples.append(
      sample("a request without changes", try one.request(sendsChanges: false), folder))
    // Two changes of which each loses two parts on the way.
    var two = try Self.device(folder, "two", "two 2")
    try two.list.applySynchronously(
      Changeset {
        for item in 0..<4 {
          $0.updateItem(at: ItemPath(section: 0, item: item), ["id": .string("u\(item)")])
        }
      })
    let losing = place.appending(path: "losing")
    let request = try two.request(sendsChanges: true)
    try FileManager.default.copyItem(at: folder, to: losing)
    let list = try Self.list(losing, "hub")
    for _ in 0..<2 {
      try list.applySynchronously(
        Changeset { $0.removeItem(at: ItemPath(section: 0, item: 0)) })
    }
    // The hub adds what is lost there to what the device says.
    var change = request["changes"]?.arrayValue?.first?.objectValue ?? [:]
    change["lost"] = 1
    let counting = MessageMutation(path: ["changes", "0"], kind: .value(.object(change)))
    samples.append(sample("a request that loses parts", counting.applied(to: request), losing))
    return samples
  }

  private static func answers(in place: URL) throws -> [Sample] {
    let folder = try scene("answers", in: place)
    var samples: [Sample] = []
    let list = try Self.list(folder, "hub")
    let hub = Self.hub(list)
    try list.applySynchronously(
      Changeset { $0.insertItem(["id": "h"], at: ItemPath(section: 0, item: 0)) },
      ChangeAnnotation(origin: "hub", userInfo: ["about": [1]]))
    var one = try Self.device(folder, "one", "one 2")
    let pulling = try one.request(sendsChanges: false)
    samples.append(sample("an answer with a revision", hub.answer(pulling), folder))
    let pushing = try one.request(sendsChanges: true)
    let settled = try inCopy(of: folder, in: place) { try Self.hub($0).answer(pushing) }
    samples.append(sample("an answer with own changes", settled, folder))
    let asking = MessageMutation(path: ["mark"], kind: .value("none")).applied(to: pulling)
    samples.append(sample("the list whole", hub.answer(asking), folder))
    return samples
  }

  // MARK: Attacks

  private func send(_ message: JSONValue, in folder: URL) throws -> String? {
    let hub = try Self.hub(folder)
    // What opening writes is not of the message.
    let before = Self.bytes(folder, "hub")
    if hub.answer(message)["refused"] != nil, Self.bytes(folder, "hub") != before {
      return "a refused message changes the hub's file"
    }
    return try goOn(in: folder, ["one", "two", "new"])
  }

  private func answer(
    _ message: JSONValue, isOfContents: Bool, in folder: URL
  ) throws -> String? {
    var one = try Self.device(folder, "one", "one 3")
    let before = Self.bytes(folder, "one")
    do {
      _ = try one.integrate(answer: message)
    } catch {
      if Self.bytes(folder, "one") != before { return "a refused answer changes the device's file" }
    }
    if let damage = try one.damage() { return damage }
    return try goOn(in: folder, ["one", "new"], mayDiffer: isOfContents)
  }

  /// Whether a hub that says this says what is in its list, which it decides.
  private static func isOfContents(_ mutation: MessageMutation) -> Bool {
    let contents: Set = ["revisions", "whole", "settled", "losses", "states"]
    return mutation.path.contains { contents.contains($0) }
  }

  /// Opens all files again, and lets honest devices and hubs go on.
  ///
  /// - Parameter mayDiffer: Whether the first device may have another list than the hub.
  private func goOn(
    in folder: URL, _ names: [String], mayDiffer: Bool = false
  ) throws -> String? {
    let list = try Self.list(folder, "hub")
    let hub = Self.hub(list)
    for name in names {
      var device = try Self.device(folder, name, "\(name) 9")
      do {
        try device.synchronize(with: hub)
      } catch {
        return "\(name) cannot go on: \(error)"
      }
      if let damage = try device.damage() { return "\(name): \(damage)" }
      let (theirs, its) = try (list.texts, device.list.texts)
      if !(mayDiffer && name == names.first), its != theirs {
        return "\(name) has another list: \(its), and not \(theirs)"
      }
    }
    for name in ["hub"] + names {
      let path = folder.appending(path: "\(name).sqlite").path(percentEncoded: false)
      let store = try SQLiteStore(path: path)
      for finding in try store.check() { return "\(name): \(finding)" }
    }
    return nil
  }
}

extension ListDataSource where Model == JSONValue, SectionModel == JSONValue {
  fileprivate var texts: String {
    get throws {
      try snapshot.contents().sections.map { section in
        section.items.map(\.canonicalText).joined(separator: " ")
      }.joined(separator: "|")
    }
  }
}

extension SyncDevice {
  /// Sends what is pending, and takes what the hub has, until there is nothing more.
  fileprivate mutating func synchronize(
    with hub: SyncHub<JSONValue, JSONValue, Never>
  ) throws {
    var roundCount = 0
    func next() throws {
      roundCount += 1
      guard roundCount < 100 else { throw BrokenPromise("the hub settles nothing") }
    }
    var isLast = false
    while !isLast {
      try next()
      do {
        isLast = try integrate(answer: hub.answer(request(sendsChanges: false)))
      } catch let error as SyncError {
        // An answer does not fit: the next one is the list whole.
        guard case .malformed = error, roundCount < 3 else { throw error }
      }
    }
    while try hasChangesToSend {
      try next()
      _ = try integrate(answer: hub.answer(request(sendsChanges: true)))
    }
  }
}
