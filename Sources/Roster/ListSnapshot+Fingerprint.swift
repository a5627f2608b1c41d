extension ListSnapshot where Model: Codable, SectionModel: Codable {
  /// A fingerprint of what the list holds: of its sections and items, their order and their models,
  /// whoever the items are.
  ///
  /// It is the one that `roster` prints, and that a changeset log may expect. See
  /// `kindFingerprint(_:)` for one that tells nothing of any content, and
  /// `hasSameContents(as:)` for two lists at hand.
  ///
  /// - Returns: 16 hexadecimal digits: FNV-1a, 64 bit, over a line for each section and item, with its
  ///   model as canonical JSON (RFC 8785).
  /// - Throws: `StorageError`; `unencodable` for a model without a JSON form.
  /// - Complexity: O(*n*), and a row for each model that is not cached; memory does not grow with the
  ///   list.
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

  /// A model as it is kept in a file that ``ListDataSource/init(file:list:durability:configuration:)``
  /// opens.
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
