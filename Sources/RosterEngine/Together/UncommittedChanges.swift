package import RosterCore

/// What a list is about to commit, for the lists that are kept together with it.
package struct UncommittedChanges: Sendable {
  /// What is committed.
  package let group: CommitGroup
  /// The changes of the group in order, without those that only write states.
  package let changes: [UncommittedChange]
}

/// A change with the models that it writes.
package struct UncommittedChange: Sendable {
  /// What the change touches.
  package let identities: ChangeIdentities
  /// The `Changeset` of the change, which has the models of the list.
  package let changeset: any Sendable
}

extension UncommittedChanges {
  /// Returns the models of the items that the changes write, as the last of them leaves them.
  ///
  /// - Parameter list: The list that is about to commit.
  /// - Complexity: O(*k*) for *k* items.
  package func models<Model, SectionModel, Output>(
    of list: ListDataSource<Model, SectionModel, Output>
  ) -> [ItemID: Model] {
    var models: [ItemID: Model] = [:]
    for change in changes {
      guard let changeset = change.changeset as? Changeset<Model, SectionModel> else { continue }
      for (item, model) in zip(change.identities.updatedItems, changeset.updatedModels) {
        models[item] = model
      }
      for (item, model) in zip(change.identities.insertedItems, changeset.insertedModels) {
        models[item] = model
      }
    }
    return models
  }

  /// Returns the models of the sections that the changes write, as the last of them leaves them; `nil` for a section
  /// without one.
  ///
  /// - Parameter models: A reader of the list that is about to commit.
  /// - Complexity: O(*k*) for *k* sections.
  package func sectionModels<Model, SectionModel>(
    of models: ModelReader<Model, SectionModel>
  ) -> [SectionID: SectionModel?] {
    var found: [SectionID: SectionModel?] = [:]
    for change in changes {
      guard let changeset = change.changeset as? Changeset<Model, SectionModel> else { continue }
      let identities = change.identities
      for (section, model) in zip(identities.updatedSections, changeset.updatedSectionModels) {
        found.updateValue(model, forKey: section)
      }
      for (section, model) in zip(identities.insertedSections, changeset.insertedSectionModels) {
        found.updateValue(model, forKey: section)
      }
    }
    return found
  }
}
