#if os(Linux)
  import RosterAppleRows
  import RosterMounting
  import RosterRendererKit
  import RosterToolkitStubs
  import Testing

  /// The checks of every renderer, with the views of each toolkit.
  @Suite("Rows of components: the checks of renderers") @MainActor
  struct RowRendererTests {
    private func report<Screen: ToolkitScreen>(
      _ screen: Screen.Type, seed: UInt64
    ) -> RendererReport {
      let host = ListOfRows<Screen>()
      let hello = WireHello(name: "\(screen)", size: host.size, unsettable: .all)
      var renderer = HostUnderTest(host, in: host.container, hello: hello)
      return RendererCheck(seed: seed, batchCount: 60).report(on: &renderer)
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func viewsOfUIKitShowWhatTheyAreToShow(seed: UInt64) {
      let report = report(UIKitScreen.self, seed: seed)
      #expect(report.findings.isEmpty, "seed \(seed)")
      #expect(report.batchCount == 60, "seed \(seed)")
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func viewsOfAppKitShowWhatTheyAreToShow(seed: UInt64) {
      let report = report(AppKitScreen.self, seed: seed)
      #expect(report.findings.isEmpty, "seed \(seed)")
      #expect(report.batchCount == 60, "seed \(seed)")
    }
  }
#endif
