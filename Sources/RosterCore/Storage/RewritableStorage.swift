/// A storage that can write models in another form which means the same, without a revision.
package protocol RewritableStorage: ListStorage {
  /// Writes some models in another form, in one transaction.
  ///
  /// A revision that is kept says by a digest what it has written, so its models stay until it is compacted. So do models
  /// that only earlier revisions show, which an undo brings back as they are: they go with these.
  ///
  /// - Parameters:
  ///   - kind: Which models.
  ///   - number: The number of the last item or section that was looked at; 0 to begin.
  ///   - limit: The maximum number of models that are read.
  ///   - isOld: Whether a model is to be rewritten.
  ///   - rewrite: Receives the number of an item or section and its model, and returns the other form; `nil` if it has none,
  ///     so that it stays.
  /// - Throws: `busy`, `readOnly`, `full`, `replaced`; what `rewrite` throws. Nothing is written then.
  /// - Complexity: O(`limit` · log *n*).
  func rewriteModels(
    _ kind: RewrittenModels.Kind, after number: Int, limit: Int, _ isOld: (StoredValue) -> Bool,
    _ rewrite: (Int, StoredValue) throws(StorageError) -> StoredValue?
  ) throws(StorageError) -> RewrittenModels
}

/// What became of some models that were to be rewritten.
package struct RewrittenModels: Sendable {
  /// Which models are rewritten.
  package enum Kind: Sendable, CaseIterable {
    case items, sections
  }

  /// The number of the last item or section that was looked at; `nil` if there are no others behind it.
  package var last: Int?
  /// How many were rewritten.
  package var rewrittenCount = 0
  /// How many are left as they are for now, because the journal still keeps the revision that wrote them, or they have no
  /// other form. The last part adds how many others an undo of a kept revision would bring back.
  package var remainingCount = 0

  /// Begins to count.
  package init() {}
}

/// A codec that writes into each model which version has written it.
package protocol VersionWritingCodec {}
