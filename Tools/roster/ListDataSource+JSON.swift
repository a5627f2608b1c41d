import RosterCore
import RosterEngine
import RosterJSON
import RosterStore

extension ListDataSource where Model == JSONValue, SectionModel == JSONValue, Output == Never {
  /// Opens a list of JSON values that generates nothing.
  convenience init(
    json storage: any ListStorage,
    _ configuration: DataSourceConfiguration = DataSourceConfiguration()
  ) throws {
    try self.init(
      storage: storage, codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec(),
      configuration: configuration)
  }
}
