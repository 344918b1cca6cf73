// SceneHTML
