"""Who may know what: the one gate through which positions reach people and programs."""
