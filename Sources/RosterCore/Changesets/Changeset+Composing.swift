extension Changeset {
  /// Returns the one changeset that has the effect of this one followed by `next`.
  ///
  /// This changeset leads from a source to a middle, `next` from that middle to a target:
  ///
  ///     source  a b      insert x at [0, 0]
  ///     middle  x a b    update [0, 0] to y, move [0, 2] to [0, 1]
  ///     target  y b a    composed: insert y at [0, 0], move [0, 1] to [0, 1]
  ///
  /// An item that is inserted and then removed does not appear in the result, and neither does a
  /// move that is undone: one of [0, 1] to [0, 3] and back. If an item moves into
  /// a section which is then removed, the result removes the item from where it stood in the
  /// source; if its source section is removed as well, the removal of the section covers the item.
  ///
  /// - Parameter next: A changeset that is valid after this one. If one of the two is invalid, the
  ///   result may be invalid too.
  /// - Complexity: O(*k* log *k*) for *k* changes in both together.
  public func composed(with next: Changeset) -> Changeset {
    Self.composing([self, next])
  }

  /// Returns the one changeset that has the effect of all changesets of a run, one after the other.
  /// The result is the empty changeset for an empty run, and the changeset itself for a run of one.
  ///
  /// While composing, this method holds only places beside the run itself. It picks the models out
  /// of the run once the result is known.
  ///
  /// - Parameter run: Changesets, each of which is valid after the one before.
  /// - Complexity: O(*k* log *k*) for *k* changes in all together, and O(*r*) for *r* changesets.
  public static func composing(_ run: some Collection<Changeset>) -> Changeset {
    let run = Array(run)
    guard run.count > 1 else { return run.first ?? Changeset() }
    var composition = Composition()
    for index in run.indices {
      let outline = run[index].outline
      let first = ModelAddress.firstNumber(ofChangeset: index)
      // No list accepts a changeset with impossible places, so it is returned as it is and fails
      // verification.
      guard composition.append(outline, ConsecutiveModels(of: outline, from: first))
      else { return run[index] }
    }
    let composed = composition.composed
    func itemModel(_ number: Int) -> Model {
      let address = ModelAddress(number)
      let changeset = run[address.changeset]
      return address.model(of: changeset.updatedModels, changeset.insertedModels)
    }
    func sectionModel(_ number: Int) -> SectionModel? {
      let address = ModelAddress(number)
      let changeset = run[address.changeset]
      return address.model(of: changeset.updatedSectionModels, changeset.insertedSectionModels)
    }
    return Changeset(
      outline: composed.outline,
      updatedModels: composed.updatedItemModels.map(itemModel),
      insertedModels: composed.insertedItemModels.map(itemModel),
      updatedSectionModels: composed.updatedSectionModels.map(sectionModel),
      insertedSectionModels: composed.insertedSectionModels.map(sectionModel))
  }
}

/// Where a model is in a run of changesets. The models of one changeset are numbered in a row:
/// first those of its updates, then those of its insertions.
private struct ModelAddress {
  let changeset: Int
  private let offset: Int

  private static let offsetBits = 40

  static func firstNumber(ofChangeset index: Int) -> Int { index << offsetBits }

  init(_ number: Int) {
    changeset = number >> Self.offsetBits
    offset = number & (1 << Self.offsetBits - 1)
  }

  /// Returns the model, given the models of its changeset.
  func model<Model>(of updated: [Model], _ inserted: [Model]) -> Model {
    offset < updated.count ? updated[offset] : inserted[offset - updated.count]
  }
}
