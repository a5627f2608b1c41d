#if Postgres
  internal import RosterCore
  internal import RosterRows

  /// What the row of a list says beside its name and head, as it was read.
  struct PostgresSeal {
    private(set) var seal = ListSeal()
    /// The digest in the row, which changes whenever the row is sealed.
    private(set) var digest = 0

    static let sql = """
      SELECT oldest, base, subscribers, digest, keys_from, page_capacity
      FROM list WHERE id = $1 AND \(RemovedList.sqlIsThere)
      """

    /// - Parameter result: The answer to `sql`.
    /// - Throws: `DamagedRow` if the row was altered. Writing a new digest over an altered row would
    ///   hide the damage.
    init(_ result: PostgresResult, of list: PostgresList) throws {
      var isThere = false
      result.forEachRow { row in
        isThere = true
        seal.oldest = row.integer(0)
        seal.base = BaseDigest(row.integer(1))
        seal.subscribers = SubscribersDigest(row.integer(2))
        digest = row.integer(3)
        seal.keysRevision = row.optionalInteger(4)
        seal.pageSizes = PageSizes(stored: row.integer(5))
      }
      guard isThere else { throw list.isGone }
      guard digest == seal.digest(ofList: list.keys.list, named: list.name) else {
        throw DamagedRow("list", list.keys.list)
      }
    }
  }

  extension PostgresList {
    /// Writes the row of the list and what belongs to it.
    ///
    /// - Parameters:
    ///   - old: The row as it was read.
    ///   - fill: Adds the statements that write the rest.
    /// - Returns: Whether it is written; if not, the row was written since it was read.
    func write(
      _ seal: ListSeal, over old: PostgresSeal, _ fill: (inout PostgresBatch) -> Void
    ) throws(StorageError) -> Bool {
      do throws(StorageError) {
        try store.write { batch in
          batch.add("SELECT seal_list($1, $2, $3, $4, $5, $6)") {
            for number in [
              keys.list, old.digest, seal.oldest, seal.base.value, seal.subscribers.value,
              seal.digest(ofList: keys.list, named: name),
            ] { $0.add(number) }
          }
          fill(&batch)
        }
        return true
      } catch {
        if error.code == .stale { return false }
        throw error
      }
    }
  }
#endif
