extension Changeset {
  /// The one changeset that does what this one and then `next` do.
  ///
  /// This changeset leads from a source to a middle, `next` from that middle to a target:
  ///
  ///     source  a b      insert x at [0, 0]
  ///     middle  x a b    update [0, 0] to y, move [0, 2] to [0, 1]
  ///     target  y b a    composed: insert y at [0, 0], move [0, 1] to [0, 1]
  ///
  /// What is inserted and removed again leaves no trace. An item that came into a section which is
  /// then removed is removed where it stood in the source; what is absorbed by the removal of its
  /// own section is left out.
  ///
  /// - Parameter next: A changeset that is valid after this one. If one of the two is invalid, so
  ///   may be the result.
  /// - Complexity: O(*k* log *k*) for *k* changes in both together.
  public func composed(with next: Changeset) -> Changeset {
    Self.composing([self, next])
  }

  /// The one changeset that does what all changesets of a run do, one after the other; the empty
  /// one for an empty run, and a single one as it is.
  ///
  /// Meanwhile only places are held beside the run itself; models are picked out of it once the
  /// result is known.
  ///
  /// - Parameter run: Changesets of which each is valid after the one before.
  /// - Complexity: O(*k* log *k*) for *k* changes in all together, and O(*r*) for *r* changesets.
  public static func composing(_ run: some Collection<Changeset>) -> Changeset {
    let run = Array(run)
    guard run.count > 1 else { return run.first ?? Changeset() }
    var composition = Composition()
    for index in run.indices {
      let outline = run[index].outline
      let first = ModelAddress.firstNumber(ofChangeset: index)
      // One that no list takes stands for itself.
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

/// Where a model is in a run of changesets. Those of one changeset have numbers in a row: first
/// those of its updates, then those of its insertions.
private struct ModelAddress {
  let changeset: Int
  private let offset: Int

  private static let offsetBits = 40

  static func firstNumber(ofChangeset index: Int) -> Int { index << offsetBits }

  init(_ number: Int) {
    changeset = number >> Self.offsetBits
    offset = number & (1 << Self.offsetBits - 1)
  }

  /// The model among those of the changeset.
  func model<Model>(of updated: [Model], _ inserted: [Model]) -> Model {
    offset < updated.count ? updated[offset] : inserted[offset - updated.count]
  }
}
