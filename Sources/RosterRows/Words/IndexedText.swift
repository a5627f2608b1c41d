package import RosterCore

extension StoredValue {
  /// What an index of words takes for the text.
  package var indexedText: String {
    switch self {
    case .null: ""
    case .text(let text): text
    case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }
}

extension CommitGroup {
  /// What the items have behind the group that it touches; `nil` for one that is removed.
  package var touchedModels: [ItemID: StoredValue?] {
    var models: [ItemID: StoredValue?] = [:]
    for change in changes {
      let identities = change.entry.record.identities
      for (item, model) in zip(identities.updatedItems, change.updatedItems) {
        models[item] = .some(model)
      }
      for item in identities.removedItems { models[item.id] = .some(nil) }
      for (item, model) in zip(identities.insertedItems, change.insertedItems) {
        models[item] = .some(model)
      }
    }
    return models
  }
}
