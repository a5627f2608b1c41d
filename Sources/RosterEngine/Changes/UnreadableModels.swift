internal import RosterCore

extension SnapshotTarget {
  /// Returns the changeset that turns a list into the snapshot.
  ///
  /// What does not decode is equal to nothing and has no key. So such an item is removed, and a section gets another
  /// model; what else is in it stays. A model of a later release is left alone: the changeset cannot be made then.
  func changeset(
    from list: ListSnapshot<Model, SectionModel>
  ) throws(StorageError) -> Changeset<Model, SectionModel> {
    do throws(StorageError) {
      return try changeset(
        Source(sectionModels: list.sectionModels(), itemCounts: list.state.itemCounts) {
          (section, range) throws(StorageError) in try list.models(inSection: section, range)
        })
    } catch {
      guard error.code == .undecodable else { throw error }
      return try changeset(without: list.unreadableModels(), from: list)
    }
  }

  /// - Parameter unreadable: Removes what does not decode.
  private func changeset(
    without unreadable: Changeset<Model, SectionModel>,
    from list: ListSnapshot<Model, SectionModel>
  ) throws(StorageError) -> Changeset<Model, SectionModel> {
    let rest: ListState
    do {
      rest = try list.state.applying(unreadable).target
    } catch {
      throw (error as? StorageError)
        ?? StorageError(.failed, "what does not decode cannot be removed: \(error)", cause: error)
    }
    let kept = Set(unreadable.outline.updatedSections)
    var sectionModels: [SectionModel?] = []
    for section in 0..<rest.sectionCount {
      sectionModels.append(kept.contains(section) ? nil : try list.sectionModel(at: section))
    }
    let others = try changeset(
      Source(sectionModels: sectionModels, itemCounts: rest.itemCounts) {
        (section, range) throws(StorageError) in
        try list.models(of: rest.itemIDs(inSection: section, range))
      })
    return Changeset.composing([unreadable, others])
  }
}

extension ListSnapshot {
  /// Returns a changeset that removes the items whose models do not decode, and the models of sections that do not.
  fileprivate func unreadableModels() throws(StorageError) -> Changeset<Model, SectionModel> {
    var items: [ItemPath] = []
    var sections: [Int] = []
    for section in 0..<sectionCount {
      if try !isReadable({ () throws(StorageError) in _ = try sectionModel(at: section) }) {
        sections.append(section)
      }
      // Most of them decode.
      let count = itemCount(inSection: section)
      for start in stride(from: 0, to: count, by: 64) {
        let range = start..<min(start + 64, count)
        if try isReadable({ () throws(StorageError) in _ = try models(inSection: section, range) })
        {
          continue
        }
        for item in range {
          let path = ItemPath(section: section, item: item)
          if try !isReadable({ () throws(StorageError) in _ = try model(at: path) }) {
            items.append(path)
          }
        }
      }
    }
    return Changeset {
      for path in items { $0.removeItem(at: path) }
      for section in sections { $0.updateSection(at: section, nil) }
    }
  }

  private func isReadable(_ read: () throws(StorageError) -> Void) throws(StorageError) -> Bool {
    do throws(StorageError) {
      try read()
      return true
    } catch {
      guard error.code == .undecodable else { throw error }
      return false
    }
  }
}
