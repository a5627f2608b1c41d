import Foundation
import Logging
import RosterCore
import RosterEngine
import RosterObservability
import RosterStore
import RosterTestKit
import Testing

@Suite struct ObservabilityExampleTests {
  @Test func theListenersOfTheArticleListen() async throws {
    let folder = try TemporaryFolder()
    // Observability.md shows what is between the marks; a test compares the two.
    // begin example
    var configuration = DataSourceConfiguration()
    configuration.listeners = [LogListener(Logger(label: "inbox")), MetricsListener(list: "inbox")]
    // end example
    let store = try SQLiteStore(path: folder.path(of: "inbox.sqlite"))
    let list = try TextList(
      storage: #require(try store.list(named: "inbox")), codec: TextCodec(),
      sectionCodec: TextCodec(), configuration: configuration
    ) { text, _ in text }
    try await list.apply(.section(["Hello"]))
    await list.close()
    #expect(list.snapshot.itemCount == 1)
  }
}
