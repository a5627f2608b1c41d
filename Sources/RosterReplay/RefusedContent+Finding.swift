internal import RosterCore
internal import RosterEngine
internal import RosterJSON
internal import RosterLog

extension LoggedChangeset {
  /// Whether a model or the user info has more levels of arrays and objects than a list keeps.
  var isTooDeep: Bool { firstDeepModel != nil || hasDeepUserInfo }

  /// Why a list does not take what the entry writes, with the place of it.
  ///
  /// - Parameter error: What the list has thrown.
  func refusedContent<Output>(
    _ error: StorageError, by list: ListDataSource<JSONValue, JSONValue, Output>
  ) -> RefusedContent {
    firstDeepModel ?? firstModelWithoutKey(of: list) ?? RefusedContent(error.message)
  }

  /// The refusal of a key that another item has.
  ///
  /// - Parameter source: The list before the changeset.
  func refusedContent(
    _ duplicate: DataSourceError.DuplicateKey, in source: ListState
  ) -> RefusedContent {
    guard let (kind, path) = duplicate.offender(in: changeset.outline, of: source) else {
      return RefusedContent(duplicate.description)
    }
    return RefusedContent(kind, at: path, reason: .duplicate, duplicate.description)
  }

  /// The first model that is too deep, in the order in which parts are checked.
  private var firstDeepModel: RefusedContent? {
    let message = "the model has more than \(JSONValue.depthMax) levels of arrays and objects"
    func isDeep(_ model: JSONValue?) -> Bool {
      model?.isNested(deeperThan: JSONValue.depthMax) ?? false
    }
    if let (path, _) = changeset.updatedItems.first(where: { isDeep($0.model) }) {
      return RefusedContent(.updateItem, at: path, message)
    }
    if let (section, _) = changeset.updatedSections.first(where: { isDeep($0.model) }) {
      return RefusedContent(.updateSection, atSection: section, message)
    }
    if let (section, _) = changeset.insertedSections.first(where: { isDeep($0.model) }) {
      return RefusedContent(.insertSection, atSection: section, message)
    }
    if let (path, _) = changeset.insertedItems.first(where: { isDeep($0.model) }) {
      return RefusedContent(.insertItem, at: path, message)
    }
    return nil
  }

  private var hasDeepUserInfo: Bool {
    guard let userInfo else { return false }
    return JSONValue.object(userInfo).isNested(deeperThan: JSONParser.rowDepthMax)
  }

  private func firstModelWithoutKey<Output>(
    of list: ListDataSource<JSONValue, JSONValue, Output>
  ) -> RefusedContent? {
    for (path, model) in changeset.updatedItems where !isRemoved(path) {
      if let failure = list.keyFailure(of: model) {
        return RefusedContent(.updateItem, at: path, failure.message)
      }
    }
    for (path, model) in changeset.insertedItems {
      if let failure = list.keyFailure(of: model) {
        return RefusedContent(.insertItem, at: path, failure.message)
      }
    }
    return nil
  }

  /// Returns whether an item goes, by itself or with its section, so that an update of it has no effect.
  private func isRemoved(_ sourcePath: ItemPath) -> Bool {
    let outline = changeset.outline
    return outline.removedItems.contains(sourcePath)
      || outline.removedSections.contains(sourcePath.section)
        && !outline.movedItems.contains { $0.source == sourcePath }
  }
}
