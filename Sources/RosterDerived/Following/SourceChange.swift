internal import RosterCore

/// What the sources have changed since a derived list was last brought up to date.
struct SourceChange {
  /// The items to look at: those that came, went, were updated, or may have another place.
  var items: Set<ItemID> = []
  /// Those of them that may have another model.
  var updated: Set<ItemID> = []
  /// Those of them that may stand elsewhere among others with equal keys.
  var moved: Set<ItemID> = []
  /// Whether sections have moved, whose items stand elsewhere than others.
  var movesSections = false
  /// Whether sections have come, gone or moved.
  var touchesSections = false
  /// The sections that may have another model.
  var updatedSections: Set<SectionID> = []
  /// Whether all items are to be looked at, and may stand elsewhere.
  var isEverything = false
  /// The items that may be shown; `nil` if all may.
  var window: Set<ItemID>?
  /// The items that stay where they are.
  var held: Set<ItemID> = []
  /// Whether all sections go, and items come to others.
  var replacesSections = false
  /// Whether the list is shown by another definition, so that it may have other sections without items.
  var isRedefined = false
  /// Whether items with equal keys have other places than before.
  var hasOtherTies = false
  /// Whether items that stay may have other keys, although their models are the same.
  var hasOtherKeys = false

  /// Adds what a revision of a source has touched.
  ///
  /// - Parameters:
  ///   - identities: What the revision has touched.
  ///   - slot: That of the source, if it is one of several.
  mutating func add(_ identities: ChangeIdentities, in slot: Int?) {
    let identities = slot.map(identities.items) ?? identities
    items.formUnion(identities.updatedItems)
    updated.formUnion(identities.updatedItems)
    // An item that was away may come back with another model.
    items.formUnion(identities.insertedItems)
    updated.formUnion(identities.insertedItems)
    moved.formUnion(identities.insertedItems)
    items.formUnion(identities.removedItems.lazy.map { $0.id })
    items.formUnion(identities.movedItems)
    moved.formUnion(identities.movedItems)
    updatedSections.formUnion(identities.updatedSections)
    // A section that was away may come back with another model.
    updatedSections.formUnion(identities.insertedSections)
    if !identities.insertedSections.isEmpty || !identities.removedSections.isEmpty {
      touchesSections = true
    }
  }
}

extension ChangeIdentities {
  /// Returns the items with the identities that they have in a list that shows several sources.
  fileprivate func items(in slot: Int) -> Self {
    func named(_ item: ItemID) -> ItemID { SourceSlot.item(item, in: slot) }
    var identities = self
    identities.updatedItems = updatedItems.map(named)
    identities.insertedItems = insertedItems.map(named)
    identities.movedItems = movedItems.map(named)
    identities.removedItems = removedItems.map { item in
      var item = item
      item.id = named(item.id)
      return item
    }
    return identities
  }
}
