#if !os(tvOS) && !os(watchOS)
  internal import Roster
  internal import RosterAppleRows
  internal import RosterComponentLists
  internal import RosterComponents
  internal import RosterFeed
  internal import RosterWidgets

  extension Feed {
    /// Opens the feed in a file for a window. Texts are measured in the font of the system, in a size in points.
    ///
    /// Each window opens it anew, and has rows of its own width; what is changed in one is then seen in all.
    init(
      inWindow path: String, fontSize: Double = SystemTextMeasurer.standardSize
    ) throws {
      var configuration = DataSourceConfiguration()
      configuration.isShared = true
      configuration.components.environment.textMeasurer = SystemTextMeasurer(size: fontSize)
      configuration.components.environment.boldTextMeasurer = SystemTextMeasurer(
        size: fontSize, isBold: true)
      try self.init(path: path, .views, configuration: configuration)
    }

    /// Does what rows and the header ask for, until it is cancelled.
    @MainActor func answering(
      onFailure: @escaping @MainActor (any Error) -> Void
    ) -> Task<Void, Never> {
      let messages = list.messages()
      return Task {
        for await message in messages {
          do {
            try await answer(message)
          } catch {
            onFailure(error)
          }
        }
      }
    }
  }
#endif
