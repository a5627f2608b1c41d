import RosterCore
import RosterEngine
import RosterJSON
import RosterStore

extension ListDataSource where Model == JSONValue, SectionModel == JSONValue, Output == Never {
  /// Opens a list of JSON values that generates nothing, and keeps its whole journal: how much of it is kept is for
  /// the application to say, and for `roster compact`.
  ///
  /// - Parameter key: Where the models have the keys of the items; ``OpenedList/openForModels(_:_:)`` verifies
  ///   it.
  convenience init(
    json storage: any ListStorage, key: ModelKeyPlace? = nil,
    _ configuration: DataSourceConfiguration = DataSourceConfiguration()
  ) throws {
    var configuration = configuration
    configuration.retention = nil
    try self.init(
      storage: storage, codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec(),
      failableKey: key?.key, configuration: configuration)
  }
}
