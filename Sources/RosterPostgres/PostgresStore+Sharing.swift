#if Postgres
  internal import Foundation
  package import RosterCore

  extension PostgresStore {
    /// Returns the store of this process for a schema, which all lists share that are opened by their
    /// connection: so a thousand lists have a few connections, and one that listens.
    ///
    /// - Throws: As ``init(_:)``.
    package static func shared(
      _ configuration: PostgresConfiguration
    ) throws(StorageError) -> PostgresStore {
      try OpenStores.all.store(configuration)
    }
  }

  /// The stores of this process that are in use.
  ///
  /// Unchecked because of its variable, which the lock guards.
  private final class OpenStores: @unchecked Sendable {
    static let all = OpenStores()

    private struct Key: Hashable {
      var connection: String
      var schema: String
      var isReadOnly: Bool
    }

    private struct WeakStore {
      weak var store: PostgresStore?
    }

    private let lock = NSLock()
    private var stores: [Key: WeakStore] = [:]

    func store(_ configuration: PostgresConfiguration) throws(StorageError) -> PostgresStore {
      let key = Key(
        connection: configuration.connection, schema: configuration.schema,
        isReadOnly: configuration.isReadOnly)
      if let store = lock.withLock({ stores[key]?.store }) { return store }
      // Connecting takes time, so no lock is held. If two threads connect, the first one counts.
      let new = try PostgresStore(configuration)
      return lock.withLock {
        if let store = stores[key]?.store { return store }
        stores = stores.filter { $0.value.store != nil }
        stores[key] = WeakStore(store: new)
        return new
      }
    }
  }
#endif
