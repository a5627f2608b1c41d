/// Loads the pictures of views by their address.
///
/// A view shows the picture of the address that it was last given, or none: what comes for another address is dropped,
/// as for a view that shows another row by then. What loads for views that are gone is cancelled.
@MainActor package final class PictureRequests<View: AnyObject & Hashable> {
  /// Loads a picture; `nil` if there is none.
  package typealias Load = @MainActor (_ address: String) async -> AnyObject?

  private struct Request {
    let address: String
    let loading: Loading
    var picture: AnyObject?
  }

  /// A load, which is cancelled with the last reference to it: that of a request.
  private final class Loading: Sendable {
    private let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) { self.task = task }

    deinit { task.cancel() }
  }

  private let load: Load
  private var requests: [View: Request] = [:]

  package init(_ load: @escaping Load) { self.load = load }

  /// Returns the picture of a view if it is there. Otherwise it is loaded.
  ///
  /// - Parameters:
  ///   - source: The address; a name, or `nil`, ends what is loaded for the view.
  ///   - view: The view.
  ///   - show: Is called with the picture if the view is still to show it when it is there.
  func picture(
    _ source: String?, for view: View, show: @escaping @MainActor (AnyObject, View) -> Void
  ) -> AnyObject? {
    guard let source, Self.isAddress(source) else {
      end(for: view)
      return nil
    }
    if let request = requests[view], request.address == source { return request.picture }
    end(for: view)
    let task = Task { [weak self, weak view, load] in
      let picture = await load(source)
      guard !Task.isCancelled, let self, let view, let picture else { return }
      requests[view]?.picture = picture
      show(picture, view)
    }
    requests[view] = Request(address: source, loading: Loading(task))
    return nil
  }

  /// Ends what is loaded for a view that is gone, or shows no picture by an address.
  func end(for view: View) { requests[view] = nil }

  /// Whether a picture is named by an address, and not by its name in the application.
  private static func isAddress(_ source: String) -> Bool { source.contains("://") }
}
