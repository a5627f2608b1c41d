internal import RosterCore

extension SupplementGenerator {
  /// Makes the components of those supplements that sections may have.
  struct Providers: Sendable {
    var header: Provider?
    var footer: Provider?

    subscript(kind: SupplementKind) -> Provider? {
      switch kind {
      case .header: header
      case .footer: footer
      }
    }

    /// Whether sections have neither.
    var isEmpty: Bool { header == nil && footer == nil }

    /// What sections may have, in order.
    var kinds: [SupplementKind] { SupplementKind.allCases.filter { self[$0] != nil } }
  }

  /// Which of them are replaced, and by what.
  struct ProvidersChange: Sendable {
    var replaced: [SupplementKind] = []
    var header: Provider?
    var footer: Provider?

    func providers(after providers: Providers) -> Providers {
      var providers = providers
      if replaced.contains(.header) { providers.header = header }
      if replaced.contains(.footer) { providers.footer = footer }
      return providers
    }
  }
}
