extension ListSnapshot where Model: Codable, SectionModel: Codable {
  /// Returns a fingerprint of the list's contents: of its sections and items, their order and their
  /// models, regardless of their identities.
  ///
  /// `roster` prints the same fingerprint, and a changeset log may expect it; of models of an earlier version, which it
  /// does not migrate, it prints another one. `kindFingerprint(_:)`
  /// returns one that reveals no content. To compare two lists in memory, use
  /// `hasSameContents(as:)`.
  ///
  /// - Returns: 16 hexadecimal digits: FNV-1a, 64 bit, of a line for each section and item, with
  ///   its model as canonical JSON (RFC 8785).
  /// - Throws: `StorageError`; `unencodable` for a model without a JSON form.
  /// - Complexity: O(*n*), and one row for each model that is not cached. The memory in use does
  ///   not grow with the list.
  public func fingerprint() throws(StorageError) -> String {
    var fingerprint = Fingerprint()
    for section in try sections() {
      fingerprint.addSection(model: try section.model.map(Self.json))
      var failure: StorageError?
      try forEachItem(inSection: section.index) { item in
        do throws(StorageError) {
          fingerprint.addItem(model: try Self.json(item.model))
        } catch {
          failure = error
        }
        return failure == nil
      }
      if let failure { throw failure }
    }
    return fingerprint.hex
  }

  /// The stored form of a model of a list that ``ListDataSource/init(_:key:configuration:)`` opens.
  private static func json<Value: Codable & Sendable>(
    _ model: Value
  ) throws(StorageError) -> JSONValue {
    do {
      return try CanonicalJSONCodec().decode(JSONModelCodec<Value>().encode(model))
    } catch let error as StorageError {
      throw error
    } catch {
      throw StorageError(.unencodable, "the model has no JSON form", cause: error)
    }
  }
}
