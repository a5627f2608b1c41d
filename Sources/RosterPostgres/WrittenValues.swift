#if Postgres
  internal import RosterCore
  internal import RosterRows

  /// The models and states that some revisions wrote, wherever they are stored now.
  struct WrittenValues {
    /// What identifies a value: a model by its item or section, a state also by its kind and scope.
    ///
    /// The scope is its bytes: `==` of Swift treats a composed and a decomposed letter as equal.
    private struct Place: Hashable {
      var table: String
      var number: Int
      var kind: String?
      var scope: [UInt8]?
      var version: Revision
    }

    private var values: [Place: StoredState] = [:]
    /// The keys of the models that have one.
    private var modelKeys: [Place: ModelKey] = [:]

    /// - Parameters:
    ///   - results: The answers to the statements of `select`.
    ///   - base: Loses the before-images that the revisions made, and gains what they wrote and what
    ///     is left.
    init(
      _ results: ArraySlice<PostgresResult>, _ span: RevisionSpan, _ keys: RowKey,
      _ base: inout BaseDigest
    ) {
      for (table, result) in zip(ValueTable.allCases, results) {
        result.forEachRow { row in
          let version = row.integer(3)
          let isLeft = row.isNull(8) || row.integer(8) > span.last
          if isLeft {
            base.add(row, of: table)
          } else if version <= span.oldest {
            base.remove(row, of: table)
          }
          guard version > span.oldest else { return }
          let place = Place(
            table: table.name, number: keys.number(row.integer(0)), kind: row.optionalText(1),
            scope: row.optionalText(2).map { Array($0.utf8) }, version: version)
          values[place] = StoredState(typeVersion: row.integer(4), value: row.value(6))
          modelKeys[place] = row.modelKey(5)
        }
      }
    }

    /// Returns the digest of a revision, from its row in the journal and its models and states as
    /// they are; `nil` if a model is gone.
    func digest(of entry: JournalEntry, _ row: PostgresRow) -> Int? {
      var digest = RevisionDigest(entry, row)
      let identities = entry.record.identities
      func add(_ table: ValueTable, _ numbers: some Sequence<Int>) -> Bool {
        for number in numbers {
          let place = Place(table: table.name, number: number, version: entry.revision)
          guard let model = values[place] else { return false }
          digest.add(model.value, modelKeys[place])
        }
        return true
      }
      guard
        add(
          .items,
          (identities.updatedItems + identities.insertedItems).lazy.map(\.rawValue)),
        add(
          .sections,
          (identities.updatedSections + identities.insertedSections).lazy.map(\.rawValue))
      else { return nil }
      for address in entry.states {
        let table = StateTable(address.tree)
        digest.add(
          values[
            Place(
              table: table.name, number: address.tree.number, kind: table.kind,
              scope: Array(address.scope.description.utf8), version: entry.revision)])
      }
      digest.add(JournalNumbers(row))
      return digest.value
    }
  }
#endif
