internal import RosterCore

/// What the source has changed since a derived list was last brought up to date.
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

  /// Adds what a revision of the source has touched.
  mutating func add(_ identities: ChangeIdentities) {
    items.formUnion(identities.updatedItems)
    updated.formUnion(identities.updatedItems)
    // An item that was away may come back with another model.
    items.formUnion(identities.insertedItems)
    updated.formUnion(identities.insertedItems)
    moved.formUnion(identities.insertedItems)
    items.formUnion(identities.removedItems.lazy.map(\.id))
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
