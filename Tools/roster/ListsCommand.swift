import ArgumentParser
import RosterCore
import RosterDerived
import RosterJSON
import RosterStore

struct ListsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lists", abstract: "Name the lists in a database.",
    discussion: """
      With --versions it also reads all models, and counts those of each version: what an application has \
      written before its models changed stays as it is until it is written again. A model that says no \
      version is of version 1. Derived lists have no models of their own.
      """)

  @Argument(help: "The database file, or postgres://user@host/database.")
  var database: String

  @Flag(help: "Count the models of each version.")
  var versions = false

  @Option(help: "What is printed: text for people, ndjson for programs.")
  var output = ListingOutput.text

  func run() throws {
    let store = try DatabasePlace(database).open(isReadOnly: true)
    let outputFile = OutputFile()
    let tables = try store.file?.shownTables() ?? []
    for list in try store.lists() {
      let table = tables.first { $0.list == list.name }
      let derived = try store.derivation(ofListNamed: list.name)
      let versions =
        try versions && derived == nil ? store.list(named: list.name)?.modelVersions() : nil
      switch output {
      case .text:
        try outputFile.writeLine(
          list.line
            + (table.map {
              "  of the table \($0.table.inQuotesUnlessPlain), \($0.notedCount.counting("row")) noted"
            }
              ?? "")
            + (derived.map { "  from \($0.text)" } ?? "")
            + (versions.map { "  \($0.text)" } ?? ""))
      case .ndjson:
        var line: JSONObject = [
          "name": .string(list.name), "revision": .number(Double(list.revision)),
          "sections": .number(Double(list.sectionCount)), "items": .number(Double(list.itemCount)),
        ]
        if let table {
          line["table"] = .string(table.table)
          line["noted"] = .number(Double(table.notedCount))
        }
        if let derived { derived.describe(in: &line) }
        if let versions { line["versions"] = .object(versions.json) }
        try outputFile.writeLine(.object(line))
      }
    }
    try outputFile.flush()
  }
}

/// How many models of the items and sections of a list are of which version.
private struct ModelVersions {
  private var counts: [Int: Int] = [:]
  /// The number of models that are no JSON objects, and so have no version.
  private var otherCount = 0

  mutating func add(_ model: StoredValue?) {
    if let version = model?.modelVersion {
      counts[version, default: 0] += 1
    } else {
      otherCount += 1
    }
  }

  private var names: [(name: String, count: Int)] {
    counts.sorted { $0.key < $1.key }.map { ("\($0.key)", $0.value) }
      + (otherCount > 0 ? [("none", otherCount)] : [])
  }

  /// For people: `version 1: 40, version 2: 3`.
  var text: String {
    let parts = names.map { name, count in
      name == "none" ? "no version: \(count)" : "version \(name): \(count)"
    }
    return parts.isEmpty ? "no models" : parts.joined(separator: ", ")
  }

  var json: JSONObject {
    var object: JSONObject = [:]
    for (name, count) in names { object[name] = .number(Double(count)) }
    return object
  }
}

extension OpenedList {
  /// Reads all models.
  ///
  /// - Complexity: O(*n*).
  fileprivate func modelVersions() throws -> ModelVersions {
    var versions = ModelVersions()
    let state = try storage.load()
    for model in try storage.models(of: state.sectionIDs, at: state.revision) where model != .null {
      versions.add(model)
    }
    for section in 0..<state.sectionCount {
      let items = try state.itemIDs(inSection: section)
      for start in stride(from: 0, to: items.count, by: 1_024) {
        let chunk = Array(items[start..<min(start + 1_024, items.count)])
        for model in try storage.models(of: chunk, at: state.revision) { versions.add(model) }
      }
    }
    return versions
  }
}

extension DerivedReading.Status {
  /// For people: `inbox at revision 41, work at revision 3`.
  fileprivate var text: String {
    sources.map { "\($0.name.inQuotesUnlessPlain) at revision \($0.basis)" }.joined(separator: ", ")
  }

  /// For programs: several sources stand in an array.
  fileprivate func describe(in line: inout JSONObject) {
    if sources.count == 1 {
      line["source"] = .string(sources[0].name)
      line["basis"] = .number(Double(sources[0].basis))
    } else {
      line["sources"] = .array(
        sources.map {
          .object(["source": .string($0.name), "basis": .number(Double($0.basis))])
        })
    }
  }
}

/// The forms in which lists are printed.
enum ListingOutput: String, ExpressibleByArgument, CaseIterable {
  case text, ndjson
}
