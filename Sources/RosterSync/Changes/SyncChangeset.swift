package import RosterCore
internal import RosterEngine
package import RosterJSON
internal import RosterLog

/// A changeset as devices and hubs exchange it: models are JSON values.
package typealias SyncChangeset = Changeset<JSONValue, JSONValue>

extension SyncReading {
  /// A changeset in the form of the changeset log.
  func changeset() throws(SyncError) -> SyncChangeset {
    do {
      return try SyncChangeset(json: json())
    } catch let error as SyncError {
      throw error
    } catch {
      throw .malformed("\(error)")
    }
  }
}

extension Changeset {
  /// Returns the changeset with other models.
  func mapModels<Item: Sendable, Section: Sendable>(
    _ item: (Model) throws -> Item, _ section: (SectionModel) throws -> Section?
  ) rethrows -> Changeset<Item, Section> {
    Changeset<Item, Section>(
      validating: outline, updatedModels: try updatedModels.map(item),
      insertedModels: try insertedModels.map(item),
      updatedSectionModels: try updatedSectionModels.map { try $0.flatMap(section) },
      insertedSectionModels: try insertedSectionModels.map { try $0.flatMap(section) })
      ?? Changeset<Item, Section>()
  }
}

/// States in messages and notes: each has the place that its item, header or footer has after the
/// change that it comes with, as in a changeset log.
extension LoggedState {
  /// What writes the state.
  var assignment: StateAssignment {
    StateAssignment(tree: TreeReference(place), scope: scope, state: state?.stored)
  }
}

extension ListState {
  /// Returns the tree whose state is at a place.
  ///
  /// - Throws: `malformed` if there is no such place.
  func statedTree(at place: TreePlace) throws -> TreeID {
    guard let tree = try tree(at: place) else {
      throw SyncError.malformed("a state is at a place that does not exist")
    }
    return tree
  }
}

extension [LoggedState] {
  /// Makes the states of addresses, by their places in a list. What is not in the list, and what is no
  /// JSON, is left out.
  init(_ states: [StateAddress: StoredState?], in list: ListState) throws {
    self = []
    for (address, state) in states {
      guard let place = try list.place(of: address.tree),
        let logged = try? LoggedState(place, scope: address.scope, stored: state)
      else { continue }
      append(logged)
    }
    self = ascending()
  }

  var json: JSONValue { .array(map(\.json)) }
}

extension SyncReading {
  /// States in the form of the changeset log; none if there is no value.
  func states() throws(SyncError) -> [LoggedState] {
    guard value != nil else { return [] }
    var states: [LoggedState] = []
    for state in try array() {
      do throws(JSONDecodingError) {
        states.append(try LoggedState(JSONCursor(state)))
      } catch {
        throw .malformed("\(error)")
      }
    }
    return states
  }
}

extension [ScopePath: StoredState] {
  /// The states that are JSON.
  var json: [ScopePath: JSONState] { compactMapValues { JSONState($0) } }
}
