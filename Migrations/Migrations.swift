/// A step from one format of the database to the next.
///
/// Steps are append-only: a released one never changes, since databases that have taken it exist.
public struct Migration: Sendable {
  /// The name under which the database remembers that it has taken the step.
  public let name: String
  /// The statements, run in one transaction.
  public let sql: String

  /// All steps of a file, oldest first.
  public static let all: [Migration] = [
    Migration(
      name: "m0001_create", sql: String(decoding: PackageResources.m0001_create_sql, as: UTF8.self)),
    Migration(
      name: "m0002_states", sql: String(decoding: PackageResources.m0002_states_sql, as: UTF8.self)),
    Migration(
      name: "m0003_journal",
      sql: String(decoding: PackageResources.m0003_journal_sql, as: UTF8.self)),
    Migration(
      name: "m0004_supplement_states",
      sql: String(decoding: PackageResources.m0004_supplement_states_sql, as: UTF8.self)),
    Migration(
      name: "m0005_digests",
      sql: String(decoding: PackageResources.m0005_digests_sql, as: UTF8.self)),
    Migration(
      name: "m0006_undo_scopes",
      sql: String(decoding: PackageResources.m0006_undo_scopes_sql, as: UTF8.self)),
    Migration(
      name: "m0007_keys", sql: String(decoding: PackageResources.m0007_keys_sql, as: UTF8.self)),
    Migration(
      name: "m0008_parts", sql: String(decoding: PackageResources.m0008_parts_sql, as: UTF8.self)),
    Migration(
      name: "m0009_pages",
      sql: String(decoding: PackageResources.m0009_pages_sql, as: UTF8.self)),
    Migration(
      name: "m0010_devices",
      sql: String(decoding: PackageResources.m0010_devices_sql, as: UTF8.self)),
    Migration(
      name: "m0011_hubs", sql: String(decoding: PackageResources.m0011_hubs_sql, as: UTF8.self)),
    Migration(
      name: "m0012_settled_digests",
      sql: String(decoding: PackageResources.m0012_settled_digests_sql, as: UTF8.self)),
  ]

  /// All steps of a PostgreSQL server, oldest first.
  public static let postgres: [Migration] = [
    Migration(
      name: "p0001_create", sql: String(decoding: PackageResources.p0001_create_sql, as: UTF8.self)),
    Migration(
      name: "p0002_seal", sql: String(decoding: PackageResources.p0002_seal_sql, as: UTF8.self)),
    Migration(
      name: "p0003_undo_scopes",
      sql: String(decoding: PackageResources.p0003_undo_scopes_sql, as: UTF8.self)),
    Migration(
      name: "p0004_keys", sql: String(decoding: PackageResources.p0004_keys_sql, as: UTF8.self)),
    Migration(
      name: "p0005_parts", sql: String(decoding: PackageResources.p0005_parts_sql, as: UTF8.self)),
    Migration(
      name: "p0006_pages",
      sql: String(decoding: PackageResources.p0006_pages_sql, as: UTF8.self)),
    Migration(
      name: "p0007_devices",
      sql: String(decoding: PackageResources.p0007_devices_sql, as: UTF8.self)),
    Migration(
      name: "p0008_words",
      sql: String(decoding: PackageResources.p0008_words_sql, as: UTF8.self)),
    Migration(
      name: "p0009_hubs", sql: String(decoding: PackageResources.p0009_hubs_sql, as: UTF8.self)),
    Migration(
      name: "p0010_settled_digests",
      sql: String(decoding: PackageResources.p0010_settled_digests_sql, as: UTF8.self)),
  ]
}
