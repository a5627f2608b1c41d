#if Postgres
  internal import RosterRows

  /// The statements that write lists. Each changes all the rows of its kind that a change has.
  enum PostgresStatements {
    static let advance = "SELECT advance_list($1, $2, $3, $4, $5)"

    private static let journalColumns =
      "id, list, next_item, next_section, next_leaf, digest, change, origin, at, user_info, "
      + "committed, step_group, takes_back, undo, redo, pages, written"

    static let insertJournal = """
      INSERT INTO journal (\(journalColumns), step_scope, scope_undo, scope_redo, parts)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
        $21)
      """

    // MARK: Insertions
    //
    // One statement writes everything. A page is found by its key; its section only checks that.

    /// The insertion of an item: the list, where it is and where it goes; the entry of the journal; the
    /// item, its leaf, model and revision; the leaf, its section, order key, count and items.
    ///
    /// The journal has no entry without a list, and no item is without a leaf: the server refuses the
    /// statement if the list is not where the writer knows it, or if the page is missing. Parts that are
    /// rows under a condition, as in `insertItemOfEach`, cost more. But the server keeps in its log what
    /// it refuses: this is for a list that no other process seems to write.
    static let insertItem = """
      WITH advanced AS (
        UPDATE list SET revision = $4, mark = $5 WHERE id = $1 AND revision = $2 AND mark = $3
        RETURNING 1
      ),
      changed AS (
        UPDATE leaf SET ord = $30, count = $31, items = $32
        WHERE id = $28 AND section = $29
        RETURNING $24::bigint AS item_leaf
      ),
      inserted AS (
        INSERT INTO item (id, leaf, model, model_bytes, version)
        VALUES ($23, (SELECT item_leaf FROM changed), $25, $26, $27)
      )
      INSERT INTO journal (\(journalColumns))
      VALUES ($6, (SELECT $7::bigint FROM advanced), $8, $9, $10, $11, $12, $13, $14, $15, $16,
        $17, $18, $19, $20, $21, $22)
      """

    /// The column that would be empty if `insertItem` were to write a list that is elsewhere.
    static let columnOfList = "journal.list"

    /// The insertion of an item into each of some lists, in their order: the parameters of
    /// `insertItem`, each as an array. Returns the lists that were where the writer knows them. Only
    /// those are written: each part reads what the first one returns. A function is called only if a
    /// page is missing: a call costs more than to write a row.
    static let insertItemOfEach = """
      WITH advanced AS (
        UPDATE list SET revision = ($4::bigint[])[place], mark = ($5::bigint[])[place]
        FROM unnest($1::bigint[]) WITH ORDINALITY AS new (id, place)
        WHERE list.id = new.id AND list.revision = ($2::bigint[])[place]
          AND list.mark = ($3::bigint[])[place]
        RETURNING list.id, place
      ),
      entry AS (
        INSERT INTO journal (\(journalColumns))
        SELECT \(elements(6...11, "bigint")), \(elements(12...15, "text")),
          \(elements(16...16, "bigint")), \(elements(17...17, "text")),
          \(elements(18...22, "bigint"))
        FROM advanced
      ),
      inserted AS (
        INSERT INTO item (id, leaf, model, model_bytes, version)
        SELECT \(elements(23...24, "bigint")), \(elements(25...25, "text")),
          \(elements(26...26, "bytea")), \(elements(27...27, "bigint"))
        FROM advanced
      ),
      changed AS (
        UPDATE leaf SET ord = ($30::bigint[])[place], count = ($31::bigint[])[place],
          items = ($32::text[])[place]
        FROM advanced
        WHERE leaf.id = ($28::bigint[])[place] AND leaf.section = ($29::bigint[])[place]
        RETURNING 1
      )
      SELECT id,
        CASE WHEN (SELECT count(*) FROM changed) = (SELECT count(*) FROM advanced) THEN NULL
        ELSE require_rows('leaf', 0, 1) END
      FROM advanced
      """

    /// The elements of some parameters at the place of a list.
    private static func elements(_ parameters: ClosedRange<Int>, _ type: String) -> String {
      parameters.map { "($\($0)::\(type)[])[place]" }.joined(separator: ", ")
    }

    /// Insertions into some lists: the parameters of `insertItem`, each as an array, lists in order. A
    /// list may have several entries, items and leaves. The result is that of `insertItemOfEach`,
    /// which is faster: an array costs more as rows than by its places.
    static let insert = """
      WITH advanced AS (
        UPDATE list SET revision = new.revision, mark = new.mark
        FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
          AS new (id, known_revision, known_mark, revision, mark)
        WHERE list.id = new.id AND list.revision = new.known_revision
          AND list.mark = new.known_mark
        RETURNING list.id
      ),
      entry AS (
        INSERT INTO journal (\(journalColumns))
        SELECT new.*
        FROM advanced,
          unnest($6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[],
            $11::bigint[], $12::text[], $13::text[], $14::text[], $15::text[], $16::bigint[],
            $17::text[], $18::bigint[], $19::bigint[], $20::bigint[], $21::bigint[],
            $22::bigint[])
          AS new (\(journalColumns))
        WHERE new.list = advanced.id
      ),
      inserted AS (
        INSERT INTO item (id, leaf, model, model_bytes, version)
        SELECT new.*
        FROM advanced,
          unnest($23::bigint[], $24::bigint[], $25::text[], $26::bytea[], $27::bigint[])
          AS new (id, leaf, model, model_bytes, version)
        WHERE new.id >> \(RowKey.numberBits) = advanced.id
      ),
      changed AS (
        UPDATE leaf SET ord = new.ord, count = new.count, items = new.items
        FROM advanced,
          unnest($28::bigint[], $29::bigint[], $30::bigint[], $31::bigint[], $32::text[])
          AS new (id, section, ord, count, items)
        WHERE new.id >> \(RowKey.numberBits) = advanced.id AND leaf.id = new.id
          AND leaf.section = new.section
        RETURNING 1
      ),
      wanted AS (
        SELECT count(*) FROM advanced, unnest($28::bigint[]) AS leaf (id)
        WHERE leaf.id >> \(RowKey.numberBits) = advanced.id
      )
      SELECT id,
        CASE WHEN (SELECT count(*) FROM changed) = (SELECT count FROM wanted) THEN NULL
        ELSE require_rows('leaf', 0, 1) END
      FROM advanced
      """

    // MARK: Items and sections

    /// Items, leaves, models; then the revision; then the keys of the models.
    static let insertItems = """
      INSERT INTO item (id, leaf, model, model_bytes, model_key, version)
      SELECT *, $5::bigint
      FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bytea[], $6::text[])
      """

    /// Sections, order keys, models; then the list and the revision.
    static let insertSections = """
      INSERT INTO section (id, ord, model, model_bytes, list, version)
      SELECT *, $5::bigint, $6::bigint FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bytea[])
      """

    static let updateItems = update("item", hasKeys: true)
    static let updateSections = update("section", hasKeys: false)
    static let deleteItems = delete("item", hasKeys: true)
    static let deleteSections = delete("section", hasKeys: false)

    /// Keeps before-images and writes models: items or sections, models; then the revision; then, of items,
    /// the keys of the models.
    private static func update(_ table: String, hasKeys: Bool) -> String {
      let key = hasKeys ? ", model_key" : ""
      return """
        WITH kept AS (
          INSERT INTO \(table)_history (\(table), until, version, model, model_bytes\(key))
          SELECT id, $4::bigint, version, model, model_bytes\(key) FROM \(table) WHERE id = ANY ($1)
        ),
        changed AS (
          UPDATE \(table) SET version = $4, model = new.model, model_bytes = new.model_bytes
            \(hasKeys ? ", model_key = new.model_key" : "")
          FROM unnest($1::bigint[], $2::text[], $3::bytea[]\(hasKeys ? ", $5::text[]" : ""))
            AS new (id, model, model_bytes\(key))
          WHERE \(table).id = new.id
          RETURNING 1
        )
        SELECT require_rows('\(table)', count(*), cardinality($1)) FROM changed
        """
    }

    /// Keeps before-images and deletes rows: items or sections; then the revision.
    private static func delete(_ table: String, hasKeys: Bool) -> String {
      let key = hasKeys ? ", model_key" : ""
      return """
        WITH gone AS (
          DELETE FROM \(table) WHERE id = ANY ($1::bigint[])
          RETURNING id, version, model, model_bytes\(key)
        ),
        kept AS (
          INSERT INTO \(table)_history (\(table), until, version, model, model_bytes\(key))
          SELECT id, $2::bigint, version, model, model_bytes\(key) FROM gone
        )
        SELECT require_rows('\(table)', count(*), cardinality($1)) FROM gone
        """
    }

    // MARK: States

    private static let valueColumns = "version, type_version, value, value_bytes"

    /// Writes the row of the device: list, revision, opening, last, chain, hub, revision of the hub, mark, base.
    static let setDevice = """
      INSERT INTO sync_device (list, revision, opening, last, chain, hub, hub_revision, mark, base)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      ON CONFLICT (list) DO UPDATE SET
        revision = excluded.revision, opening = excluded.opening, last = excluded.last,
        chain = excluded.chain, hub = excluded.hub, hub_revision = excluded.hub_revision,
        mark = excluded.mark, base = excluded.base
      """

    /// Writes a pending change: list, number, opening, obstacle, change.
    static let setPendingChange = """
      INSERT INTO sync_pending (list, number, opening, obstacle, change) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (list, number) DO UPDATE SET
        opening = excluded.opening, obstacle = excluded.obstacle, change = excluded.change
      """

    /// Writes the row of the hub: list, revision, name, digests of settled changes.
    static let setHub = """
      INSERT INTO sync_hub (list, revision, name, digests) VALUES ($1, $2, $3, $4)
      ON CONFLICT (list) DO UPDATE SET
        revision = excluded.revision, name = excluded.name, digests = excluded.digests
      """

    /// Writes settled changes of a name: list, number, name, after, through.
    static let setSettledChanges = """
      INSERT INTO sync_settled (list, number, name, after, through) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (list, number) DO UPDATE SET
        name = excluded.name, after = excluded.after, through = excluded.through
      """

    /// Writes a change that was not taken as it was: list, number, name, change, number of lost parts, refusal.
    static let setLoss = """
      INSERT INTO sync_loss (list, number, name, change, lost, refusal)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (list, number) DO UPDATE SET
        name = excluded.name, change = excluded.change, lost = excluded.lost,
        refusal = excluded.refusal
      """

    /// Keeps before-images and writes states: items or sections, scopes, versions of the types,
    /// values; then the revision.
    static func setStates(_ table: StateTable) -> String {
      let (name, columns, owner) = (table.name, table.columns, table.owner)
      return """
        WITH new AS (
          SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::bytea[])
            AS new (\(owner), scope, type_version, value, value_bytes)
        ),
        kept AS (
          INSERT INTO \(name)_history (\(columns), scope, until, \(valueColumns))
          SELECT \(old(columns)), old.scope, $6::bigint, \(old(valueColumns))
          FROM new JOIN \(name) AS old ON \(isSame(table, "new"))
        )
        INSERT INTO \(name) (\(columns), scope, \(valueColumns))
        SELECT \(table.values), scope, $6::bigint, type_version, value, value_bytes FROM new
        ON CONFLICT (\(columns), scope) DO UPDATE SET
          version = excluded.version, type_version = excluded.type_version,
          value = excluded.value, value_bytes = excluded.value_bytes
        """
    }

    /// Moves states to the history: items or sections, scopes; then the revision.
    static func forgetStates(_ table: StateTable) -> String {
      let (name, columns) = (table.name, table.columns)
      return """
        WITH gone AS (
          DELETE FROM \(name) AS old
          USING unnest($1::bigint[], $2::text[]) AS named (\(table.owner), scope)
          WHERE \(isSame(table, "named"))
          RETURNING \(old(columns)), old.scope, \(old(valueColumns))
        )
        INSERT INTO \(name)_history (\(columns), scope, until, \(valueColumns))
        SELECT \(columns), scope, $3::bigint, \(valueColumns) FROM gone
        """
    }

    /// Moves all states of items, or of headers and footers, to the history: items or sections; then
    /// the revision.
    ///
    /// - Parameter table: The table of items, or that of either headers or footers for both.
    static func removeStates(_ table: StateTable) -> String {
      let (name, columns) = (table.name, table.columns)
      return """
        WITH gone AS (
          DELETE FROM \(name) WHERE \(table.owner) = ANY ($1::bigint[])
          RETURNING \(columns), scope, \(valueColumns)
        )
        INSERT INTO \(name)_history (\(columns), scope, until, \(valueColumns))
        SELECT \(columns), scope, $2::bigint, \(valueColumns) FROM gone
        """
    }

    private static func old(_ columns: String) -> String {
      columns.split(separator: ", ").map { "old.\($0)" }.joined(separator: ", ")
    }

    private static func isSame(_ table: StateTable, _ other: String) -> String {
      let kind = table.kind.map { " AND old.kind = '\($0)'" } ?? ""
      return "old.\(table.owner) = \(other).\(table.owner)\(kind) AND old.scope = \(other).scope"
    }

    // MARK: Order

    static let deleteLeaves = "DELETE FROM leaf WHERE id = ANY ($1::bigint[])"

    /// Leaves, sections, order keys, counts, items.
    static let insertLeaves = """
      INSERT INTO leaf (id, section, ord, count, items)
      SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[])
      """

    /// Leaves, sections, order keys, counts, items.
    static let updateLeaves = """
      WITH changed AS (
        UPDATE leaf SET ord = new.ord, count = new.count, items = new.items
        FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[])
          AS new (id, section, ord, count, items)
        WHERE leaf.id = new.id AND leaf.section = new.section
        RETURNING 1
      )
      SELECT require_rows('leaf', count(*), cardinality($1)) FROM changed
      """

    /// Sections, order keys.
    static let orderSections = """
      UPDATE section SET ord = new.ord
      FROM unnest($1::bigint[], $2::bigint[]) AS new (id, ord)
      WHERE section.id = new.id AND section.ord <> new.ord
      """

    /// Items, leaves.
    static let relocateItems = """
      WITH changed AS (
        UPDATE item SET leaf = new.leaf
        FROM unnest($1::bigint[], $2::bigint[]) AS new (id, leaf) WHERE item.id = new.id
        RETURNING 1
      )
      SELECT require_rows('item', count(*), cardinality($1)) FROM changed
      """
  }

  extension StateTable {
    /// The values of the columns that identify the tree of a state, in a row that has its owner.
    fileprivate var values: String { kind.map { "\(owner), '\($0)'" } ?? owner }
  }
#endif
