import RosterCore
import RosterEngine
import RosterJSON
import RosterLog
import RosterRows
import RosterStore
import Testing

/// A list in memory that Swift has open.
final class ListOfSwift: ReplayedList {
  private typealias JSONList = ListDataSource<JSONValue, JSONValue, Never>

  private let list: JSONList

  init() throws {
    let store = try SQLiteStore.inMemory()
    list = try JSONList(
      storage: try #require(try store.list(named: "main")), codec: CanonicalJSONCodec(),
      sectionCodec: CanonicalJSONCodec())
  }

  /// The numbers of items of the sections.
  var counts: [Int] { list.snapshot.state.itemCounts }

  var revision: Int { list.snapshot.revision }

  func fingerprint() throws -> String {
    var fingerprint = Fingerprint()
    for (section, model) in try list.snapshot.sectionModels().enumerated() {
      fingerprint.addSection(model: model)
      for model in try list.snapshot.models(inSection: section) {
        fingerprint.addItem(model: model)
      }
    }
    return fingerprint.hex
  }

  func take(_ entry: ChangesetLogEntry, _ line: String) throws -> ReplayedStep {
    do throws(DataSourceError) {
      switch entry {
      case .changeset(let logged):
        let states = logged.states.ascending().map {
          StateAssignment(tree: TreeReference($0.place), scope: $0.scope, state: $0.state?.stored)
        }
        let batch = try list.applySynchronously(
          .changeset(logged.changeset, states: states), logged.annotation)
        return .batches([batchLine(batch)])
      case .undo: return .batches(try list.applySynchronously(.undo()).map(batchLine))
      case .redo: return .batches(try list.applySynchronously(.redo()).map(batchLine))
      case .expect, .reopen: return .batches([])
      }
    } catch {
      return .refused(Refusal(error))
    }
  }

  /// The batch as a line.
  private func batchLine(_ batch: JSONList.Batch) -> String {
    var bytes: [UInt8] = []
    let states = batch.states.compactMap {
      try? LoggedState($0.targetPlace, scope: $0.scope, stored: $0.state)
    }
    BatchWriter.append(batch.changes, states: states, to: &bytes)
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }
}

extension Refusal {
  fileprivate init(_ error: DataSourceError) {
    if case .invalid(let offence) = error {
      self.init(
        message: error.description, part: "entry.changeset.\(offence.kind.partKey)",
        section: max(-1, offence.section), item: offence.item.map { max(-1, $0) } ?? -1)
    } else {
      self.init(message: error.description, part: "", section: -1, item: -1)
    }
  }
}
