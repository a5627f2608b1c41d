import ArgumentParser
import RosterPages
import RosterCore
import RosterEngine
import RosterJSON

/// Where the models of a list have the keys of its items, as an argument says it: `id`, `author.id`.
struct ModelKeyPlace: ExpressibleByArgument {
  private let place: ValuePlace

  init?(argument: String) {
    guard let place = ValuePlace(argument) else { return nil }
    self.place = place
  }

  /// Returns the key of a model.
  ///
  /// - Throws: `unencodable` if it has neither a text nor an integer of 64 bits at the place.
  func key(of model: JSONValue) throws(StorageError) -> ModelKey {
    guard let key = foundKey(of: model) else {
      throw StorageError(
        .unencodable,
        "a model has neither a text nor an integer of 64 bits at \(place), which is the key of the items"
      )
    }
    return key
  }

  private func foundKey(of model: JSONValue) -> ModelKey? {
    let value = place.value(in: model)
    return value?.stringValue.map(ModelKey.text)
      ?? value?.integer(as: Int.self).map(ModelKey.integer)
  }

  /// What a model has at the place, in words.
  private func found(in model: JSONValue) -> String {
    foundKey(of: model).map { "\($0) at \(place)" }
      ?? "neither a text nor an integer of 64 bits at \(place)"
  }

  /// Why this is not the place of the keys that a list has.
  fileprivate func refusal(_ foreign: ListSnapshot<JSONValue, JSONValue>.ForeignKey) -> String {
    let item = foreign.item
    return
      "\(item.id) at \(item.path) has the key \(foreign.stored.map { "\($0)" } ?? "of no item"), and its "
      + "model has \(found(in: item.model)); --model-key names another place than the application"
  }
}

/// The place of the keys of one list, as `LIST=FIELD`, or of all that have keys, as `FIELD`.
struct ListModelKey: ExpressibleByArgument {
  /// The list; `nil` for all.
  let list: String?
  let place: ModelKeyPlace

  init?(argument: String) {
    let end = argument.lastIndex(of: "=")
    list = end.map { String(argument[..<$0]) }
    let field = end.map { argument[argument.index(after: $0)...] } ?? argument[...]
    guard list != "", let place = ModelKeyPlace(argument: String(field)) else { return nil }
    self.place = place
  }
}

extension OpenedList {
  /// Whether the items have keys.
  func hasKeys() throws -> Bool { try (storage as? any KeyedStorage)?.keysRevision() != nil }

  /// Opens the list to write models. A list without items gets the keys that are named.
  ///
  /// - Throws: A failure with the exit code of wrong usage if the items have keys and no place of them is
  ///   named, if they have none, or if they have other ones.
  func openForModels(
    _ key: ModelKeyPlace?, _ configuration: DataSourceConfiguration
  ) throws -> ListDataSource<JSONValue, JSONValue, Never> {
    let place = "\(database.place), list \(name.inQuotes)"
    let hasKeys = try hasKeys()
    guard let key else {
      guard !hasKeys else {
        throw CommandFailure(
          ExitStatus.usage,
          "\(place): the items have keys; name the place of the key in their models, as in --model-key id"
        )
      }
      return try ListDataSource(json: storage, configuration)
    }
    guard try hasKeys || storage.load().itemCount == 0 else {
      throw CommandFailure(
        ExitStatus.usage, "\(place): the items have no keys; leave out --model-key")
    }
    let source = try ListDataSource(json: storage, key: key, configuration)
    if let foreign = try source.snapshot.firstForeignKey() {
      throw CommandFailure(ExitStatus.usage, "\(place): \(key.refusal(foreign))")
    }
    return source
  }
}
