import QtQuick

// Messages under the headings of their days, with a search. `Tools/qt/inbox.py --qml FILE` shows it.
Rectangle {
  id: window

  // The list, whose edits go to the file.
  required property var inbox
  // The same messages, newest first, in sections by day.
  required property var days
  // Those that contain what is typed.
  required property var found

  readonly property var shown: text.text ? found : days
  readonly property ListView list: view

  width: 520
  height: 640
  color: "white"

  Rectangle {
    id: bar
    width: parent.width
    height: 40
    color: "#eef1f5"

    TextInput {
      id: text
      objectName: "search"
      anchors { fill: parent; leftMargin: 14; rightMargin: 200 }
      verticalAlignment: TextInput.AlignVCenter
      font.pixelSize: 15
      focus: true
      // A search waits for the next letter.
      onTextChanged: typing.restart()
      Keys.onPressed: event => {
        if (event.matches(StandardKey.Undo)) window.inbox.undo()
        else if (event.matches(StandardKey.Redo)) window.inbox.redo()
        else return
        event.accepted = true
      }

      Text {
        anchors.verticalCenter: parent.verticalCenter
        visible: !text.text
        text: "Search"
        color: "#8a94a3"
        font: text.font
      }
    }

    Text {
      anchors { right: parent.right; rightMargin: 14; verticalCenter: parent.verticalCenter }
      text: view.count + " messages"
      color: "#4d5866"
      font.pixelSize: 13
    }
  }

  Timer {
    id: typing
    interval: 150
    onTriggered: window.found.search(text.text)
  }

  ListView {
    id: view
    anchors { fill: parent; topMargin: bar.height }
    clip: true
    model: window.shown
    // Rows come, go and move as the batches say: nothing is reset, so that delegates stay and are animated.
    add: Transition { NumberAnimation { property: "opacity"; from: 0; to: 1; duration: 150 } }
    move: Transition { NumberAnimation { properties: "y"; duration: 150 } }

    delegate: Item {
      id: row

      required property var model
      required property int rosterId
      required property string subject
      // The first row of a section has its heading.
      readonly property string heading: window.shown === window.days && model.rosterHeading || ""

      width: view.width
      height: body.y + body.height

      Rectangle {
        width: parent.width
        height: 30
        color: "#f7f9fb"
        visible: row.heading

        Text {
          anchors { left: parent.left; leftMargin: 14; verticalCenter: parent.verticalCenter }
          text: row.heading
          font { bold: true; pixelSize: 13 }
        }
      }
      Item {
        id: body
        y: row.heading ? 30 : 0
        width: parent.width
        height: 52

        Rectangle {
          x: 14
          y: 12
          width: 8
          height: 8
          radius: 4
          color: "#2f6fde"
          visible: !row.model.is_read
        }
        Text {
          x: 32
          y: 6
          text: row.model.from
          font { bold: !row.model.is_read; pixelSize: 14 }
        }
        Text {
          x: 32
          y: 27
          width: row.width - 46
          elide: Text.ElideRight
          text: row.subject
          color: "#4d5866"
          font.pixelSize: 13
        }
        Rectangle {
          anchors { bottom: parent.bottom; left: parent.left; leftMargin: 32; right: parent.right }
          height: 1
          color: "#e3e7ec"
        }
        MouseArea {
          anchors.fill: parent
          acceptedButtons: Qt.LeftButton | Qt.RightButton
          // Assigning a role is an edit: it is committed, and comes back as an update of the row.
          onClicked: mouse => {
            if (mouse.button === Qt.LeftButton) row.model.is_read = !row.model.is_read
            else window.inbox.change(JSON.stringify([{ do: "remove", item: row.rosterId }]))
          }
        }
      }
    }
  }
}
