package import RosterCore

/// The code of the storage error that a body throws.
package func storageErrorCode(_ body: () throws -> Void) -> StorageError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? StorageError)?.code
  }
}
