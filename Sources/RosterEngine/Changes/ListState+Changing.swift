internal import RosterCore

/// What a change makes of a list, with the errors of modifications.
extension ListState {
  /// Applies an outline that is verified for this list.
  ///
  /// - Parameter returning: The identities of what it inserts; the list gives new ones if `nil`.
  /// - Throws: `storage` if a page cannot be read.
  func change(
    by proof: VerifiedOutline, returning: ReturningIdentities? = nil
  ) throws(DataSourceError) -> ListChange {
    do throws(StorageError) {
      return try applying(proof, returning: returning)
    } catch {
      throw .storage(error)
    }
  }

  /// Applies what was found to lead from this list to another one.
  ///
  /// - Parameter returning: As in ``change(by:returning:)``.
  /// - Throws: `storage` if a page cannot be read.
  func change(
    byDifference outline: ChangesetOutline, returning: ReturningIdentities? = nil
  ) throws(DataSourceError) -> ListChange {
    let proof: VerifiedOutline
    do throws(ChangesetError) {
      proof = try outline.verified(against: self)
    } catch {
      preconditionFailure("a difference is valid for its source: \(error)")
    }
    return try change(by: proof, returning: returning)
  }
}
