public import RosterCore

extension ChangeAnnotation {
  /// Makes the annotation of a revision that a message has made, as ``ApplicationLoop`` does: for an
  /// application whose state is more than one item, and that changes its lists itself.
  ///
  ///     let annotation = try ChangeAnnotation(message: PhotoMessage.comment("p7", "What a light!"))
  ///     try await comments.apply(changeset, annotation)
  ///
  /// - Throws: `unencodable` if the message has no JSON form, which the journal keeps.
  public init(message: some Encodable) throws(ApplicationError) {
    guard let text = MessageText(message) else { throw .unencodable }
    self = text.annotation
  }

  /// Returns the message that has made the revision; `nil` if it was made otherwise.
  ///
  /// - Throws: A `StorageError` with the code `undecodable` if the message is of another type, or of
  ///   another version of it.
  public func message<Message: Decodable>(
    as type: Message.Type
  ) throws(StorageError) -> Message? {
    guard let text = MessageText(self) else { return nil }
    do {
      return try text.decoded(as: type)
    } catch {
      throw StorageError(.undecodable, "the journal has no \(type)", cause: error)
    }
  }
}
