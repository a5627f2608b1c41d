import RosterComponents

@MainActor private final class Player {
  nonisolated let name = "player"

  func play() {}
}

private struct Video: Component {
  let player: Player

  func body(_ scope: Scope<Self>) -> Node<Never> {
    #if FAULTY
      // error: call to main actor-isolated instance method 'play()' in a synchronous nonisolated context
      player.play()
    #else
      print(player.name)
    #endif
    return Node(ViewNode("video"))
  }
}
